import CZlib
import Platform

/// The checksum CRC-32 of gzip and zip.
package enum Checksum {
  /// The CRC-32 of some bytes, as gzip computes it, and of those before them.
  package static func crc32(_ bytes: BytesView, after before: UInt32 = 0) -> UInt32 {
    guard let start = bytes.unsafeStart else { return before }
    return UInt32(truncatingIfNeeded: crc32_z(UInt(before), start, bytes.count))
  }
}

import CZlib
import Platform

/// The checksum CRC-32 of gzip and zip.
package enum Checksum {
  /// The CRC-32 of some bytes, as gzip computes it.
  package static func crc32(_ bytes: BytesView) -> UInt32 {
    guard let start = bytes.unsafeStart else { return 0 }
    return UInt32(truncatingIfNeeded: crc32_z(0, start, bytes.count))
  }
}

import CZlib

/// Checksums of texts.
package enum Checksum {
  /// The CRC-32 of some bytes, as gzip computes it.
  package static func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let base = bytes.baseAddress else { return 0 }
    let start = base.assumingMemoryBound(to: UInt8.self)
    return UInt32(truncatingIfNeeded: crc32_z(0, start, bytes.count))
  }
}

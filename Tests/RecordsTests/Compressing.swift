import CZlib
import CZstd

/// One gzip member.
///
/// - Parameter isNamed: Whether its header has a name, a comment, a field of its own and a checksum.
func gzip(
  _ bytes: [UInt8], level: Int32 = 6, strategy: Int32 = Z_DEFAULT_STRATEGY, isNamed: Bool = false
) -> [UInt8] {
  var stream = z_stream()
  let size = Int32(MemoryLayout<z_stream>.size)
  deflateInit2_(&stream, level, Z_DEFLATED, 31, 8, strategy, ZLIB_VERSION, size)
  defer { deflateEnd(&stream) }
  var input = bytes
  var name = Array("name\0".utf8)
  var header = gz_header()
  let capacity = Int(deflateBound(&stream, uLong(bytes.count))) + 64
  return input.withUnsafeMutableBufferPointer { input in
    name.withUnsafeMutableBufferPointer { name in
      if isNamed {
        (header.name, header.comment, header.extra) = (
          name.baseAddress, name.baseAddress, name.baseAddress
        )
        (header.extra_len, header.hcrc) = (UInt32(name.count), 1)
        deflateSetHeader(&stream, &header)
      }
      return [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        deflate(&stream, Z_FINISH)
        count = output.count - Int(stream.avail_out)
      }
    }
  }
}

/// One zstd frame.
func zstd(_ bytes: [UInt8]) -> [UInt8] {
  let capacity = ZSTD_compressBound(bytes.count)
  return [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
    count = ZSTD_compress(output.baseAddress, capacity, bytes, bytes.count, 3)
  }
}

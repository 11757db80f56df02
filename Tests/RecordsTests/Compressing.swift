import CZlib
import CZstd

/// One gzip member.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
  var stream = z_stream()
  let size = Int32(MemoryLayout<z_stream>.size)
  deflateInit2_(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
  defer { deflateEnd(&stream) }
  var input = bytes
  let capacity = Int(deflateBound(&stream, uLong(bytes.count))) + 64
  return input.withUnsafeMutableBufferPointer { input in
    [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      deflate(&stream, Z_FINISH)
      count = output.count - Int(stream.avail_out)
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

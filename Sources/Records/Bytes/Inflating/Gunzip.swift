import CZlib

/// Inflates gzip: any number of members one behind the other.
struct Gunzip {
  static let format = "gzip"
  private static let magic: [UInt8] = [0x1F, 0x8B, 8]
  private static let step = 1 << 18
  private static let largestInput = 1 << 30

  /// Whether bytes begin like gzip.
  static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: magic)
  }

  /// Whether bytes end before they can be recognized.
  static func isCutOff(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count < magic.count && magic.starts(with: bytes)
  }

  /// The inflated bytes.
  ///
  /// - Throws: `RecordError` if the stream is cut off or damaged, or there is no end to it.
  static func inflate(_ input: UnsafeRawBufferPointer, name: String, _ options: ReadOptions)
    throws(RecordError) -> ByteStorage
  {
    var stream = z_stream()
    let gzipOnly: Int32 = 15 + 16
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, gzipOnly, ZLIB_VERSION, size) == Z_OK else {
      throw corrupt("zlib does not start", name)
    }
    defer { inflateEnd(&stream) }
    let output = GrowingBytes(name: name, options, inflating: input.count)
    var at = 0
    repeat {
      at = try member(at, of: input, &stream, output, name)
      while at < input.count && input[at] == 0 { at += 1 }
      guard at == input.count || recognizes(UnsafeRawBufferPointer(rebasing: input[at...])) else {
        throw corrupt("something else follows it", name)
      }
      inflateReset(&stream)
    } while at < input.count
    return output.finish()
  }

  /// Inflates the member at a place.
  ///
  /// - Returns: where it ends.
  private static func member(
    _ start: Int, of input: UnsafeRawBufferPointer, _ stream: inout z_stream,
    _ output: GrowingBytes, _ name: String
  ) throws(RecordError) -> Int {
    var at = start
    while true {
      let part = min(input.count - at, largestInput)
      let room = try output.room(step)
      let space = min(room.count, largestInput)
      stream.next_in = input.baseAddress.map {
        UnsafeMutablePointer(mutating: ($0 + at).assumingMemoryBound(to: Bytef.self))
      }
      stream.avail_in = UInt32(part)
      stream.next_out = room.baseAddress?.assumingMemoryBound(to: Bytef.self)
      stream.avail_out = UInt32(space)
      let status = CZlib.inflate(&stream, Z_NO_FLUSH)
      at += part - Int(stream.avail_in)
      try output.didWrite(space - Int(stream.avail_out))
      switch status {
      case Z_STREAM_END: return at
      case Z_OK where at < input.count || stream.avail_out == 0: continue
      case Z_OK, Z_BUF_ERROR: throw RecordError(.truncated(format: format), file: name)
      default: throw corrupt(stream.msg.map { String(cString: $0) } ?? "code \(status)", name)
      }
    }
  }

  private static func corrupt(_ reason: String, _ name: String) -> RecordError {
    RecordError(.corrupt(format: format, reason: reason), file: name)
  }
}

import CZlib
import Platform

/// Inflates a single stream that has no header of its own, as it stands in a zip archive.
enum Inflation {
  private static let step = 1 << 18
  private static let largestInput = 1 << 30

  /// Inflates a whole stream.
  ///
  /// - Throws: `RecordError` if it is cut off or damaged, or there is no end to it.
  static func inflate(
    _ input: BytesView, to output: GrowingBytes, name: String
  ) throws(RecordError) {
    var stream = z_stream()
    let withoutHeader: Int32 = -15
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, withoutHeader, ZLIB_VERSION, size) == Z_OK else {
      throw RecordError(.corrupt(format: "zip", reason: "zlib does not start"), file: name)
    }
    defer { inflateEnd(&stream) }
    var rest = input[...]
    while true {
      let part = BytesView(rebasing: rest.prefix(largestInput))
      let room = try output.room(step)
      let space = min(room.count, largestInput)
      stream.next_in = UnsafeMutablePointer(mutating: part.unsafeStart)
      stream.avail_in = UInt32(part.count)
      stream.next_out = room.baseAddress?.assumingMemoryBound(to: Bytef.self)
      stream.avail_out = UInt32(space)
      let status = CZlib.inflate(&stream, Z_NO_FLUSH)
      rest = rest.dropFirst(part.count - Int(stream.avail_in))
      try output.didWrite(space - Int(stream.avail_out))
      switch status {
      case Z_STREAM_END: return
      case Z_OK where !rest.isEmpty || stream.avail_out == 0: continue
      case Z_OK, Z_BUF_ERROR: throw RecordError(.truncated(format: "zip"), file: name)
      default:
        let reason = stream.msg.map { String(cString: $0) } ?? "code \(status)"
        throw RecordError(.corrupt(format: "zip", reason: reason), file: name)
      }
    }
  }
}

import CZlib
import Platform

/// Inflates gzip with zlib.
final class ZlibInflater: GzipInflater {
  // zlib remembers the address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// `nil` where zlib has no memory.
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let gzipOnly: Int32 = 15 + 16
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, gzipOnly, ZLIB_VERSION, size) == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func reset() { inflateReset(stream) }

  func inflate(
    _ input: BytesView, into room: UnsafeMutableRawBufferPointer
  ) -> InflatedPiece {
    let part = min(input.count, InflatedPiece.largest)
    let space = min(room.count, InflatedPiece.largest)
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.unsafeStart)
    stream.pointee.avail_in = UInt32(part)
    stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_out = UInt32(space)
    let outcome = outcome(of: CZlib.inflate(stream, Z_NO_FLUSH))
    return InflatedPiece(
      outcome: outcome, used: part - Int(stream.pointee.avail_in),
      filled: space - Int(stream.pointee.avail_out))
  }

  private func outcome(of status: Int32) -> InflatedPiece.Outcome {
    switch status {
    case Z_STREAM_END: .ended
    case Z_OK, Z_BUF_ERROR: .goesOn
    default: .damaged(stream.pointee.msg.map { String(cString: $0) } ?? "code \(status)")
    }
  }
}

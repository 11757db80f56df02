import CIsal
import Platform

/// Inflates gzip with ISA-L, where the machine has it.
final class IsalInflater: GzipInflater {
  private let stream: OpaquePointer

  /// `nil` where there is no ISA-L.
  init?() {
    guard let stream = lunadiff_isal_open() else { return nil }
    self.stream = stream
  }

  deinit { lunadiff_isal_close(stream) }

  func reset() { lunadiff_isal_reset(stream) }

  func inflate(
    _ input: BytesView, into room: UnsafeMutableRawBufferPointer
  ) -> InflatedPiece {
    let part = UInt32(min(input.count, InflatedPiece.largest))
    let space = UInt32(min(room.count, InflatedPiece.largest))
    var (unused, free) = (part, space)
    let status = lunadiff_isal_inflate(
      stream, input.unsafeStart, &unused,
      room.baseAddress?.assumingMemoryBound(to: UInt8.self), &free)
    // Of a stream that is cut off it may give more back than it was given.
    guard unused <= part, free <= space else {
      return InflatedPiece(outcome: .damaged("ISA-L refuses it"), used: 0, filled: 0)
    }
    let outcome: InflatedPiece.Outcome =
      switch status {
      case LUNADIFF_ISAL_MORE: .goesOn
      case LUNADIFF_ISAL_END: .ended
      default: .damaged("ISA-L refuses it")
      }
    return InflatedPiece(outcome: outcome, used: Int(part - unused), filled: Int(space - free))
  }
}

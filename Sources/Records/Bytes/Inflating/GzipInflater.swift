import Platform

/// What inflates gzip, member by member.
protocol GzipInflater {
  /// Begins the next member.
  func reset()

  /// Inflates as much as there is input and room for.
  func inflate(
    _ input: BytesView, into room: UnsafeMutableRawBufferPointer
  ) -> InflatedPiece
}

/// How far a piece of work of a `GzipInflater` has come.
struct InflatedPiece {
  enum Outcome {
    /// The member goes on, with more input or more room.
    case goesOn
    /// The member has ended, and its checksum and size are right.
    case ended
    /// It cannot be inflated, for a reason.
    case damaged(String)
  }

  let outcome: Outcome
  /// How many bytes of the input were used.
  let used: Int
  /// How many bytes of the room were filled.
  let filled: Int

  /// The most bytes of input or room for one piece: inflaters count in 32 bits.
  static let largest = 1 << 30
}

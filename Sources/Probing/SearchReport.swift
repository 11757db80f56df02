/// What a search for keys has looked at, and why it stopped.
package struct SearchReport: Sendable, Equatable {
  /// Why the search stopped.
  package enum End: Sendable, Equatable {
    /// A key was found that is good enough; wider ones could not be smaller.
    case found
    /// Every set up to the greatest width was tried.
    case exhausted
    /// A limit was reached before every set was tried.
    case limit
  }

  /// How many columns all inputs have.
  package let commonColumns: Int
  /// The columns that were combined.
  package let columns: [String]
  /// How many sets of columns were tried.
  package let sets: Int
  /// The greatest width of a set that was tried.
  package let width: Int
  /// Why it stopped.
  package let end: End
}

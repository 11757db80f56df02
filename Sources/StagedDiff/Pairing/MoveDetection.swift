/// The ways to find moves among paired elements.
public enum MoveDetection: String, Sendable, Hashable, Codable, CaseIterable {
  /// The fewest moves: everything that is not on a longest increasing subsequence.
  ///
  /// Takes O(*n*) where order is kept, O(*n* + *d* log *n*) for *d* displaced elements.
  case minimal

  /// DifferenceKit's rule, for parity with its results.
  ///
  /// Walking the target, a paired source offset is a move unless it is the first source offset
  /// that is neither deleted nor already visited. Takes O(*n*); a single element that goes from
  /// the front to the back is reported as a move of all the others.
  case heckel

  /// No moves: order does not matter.
  ///
  /// In sectioned collections an element that changes section is still a move.
  case none
}

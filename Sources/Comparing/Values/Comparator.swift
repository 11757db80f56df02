import Records

/// Decides whether two values of a column are equal; runs natively.
///
/// A comparator has to be reflexive: records of identical bytes are never handed to it.
package protocol Comparator: Sendable {
  /// Whether the values are equal under this comparator.
  func areEqual(_ old: Field, _ new: Field) throws(MatchingError) -> Bool
  /// How alike the values are, from 0 to 1, as a score takes it; 1 or 0 of a comparator that knows no more than that.
  func likeness(_ old: Field, _ new: Field) throws(MatchingError) -> Double
  /// The words that say what it does, as `lunadiff check` prints them.
  var summary: String { get }
  /// Whether a value is one that it is for, if only some are such: a number, a date. Others it compares exactly.
  func fits(_ value: Field) -> Bool
  /// For how many it counts where the number of comparators is limited.
  var weight: Int { get }
}

extension Comparator {
  package func likeness(_ old: Field, _ new: Field) throws(MatchingError) -> Double { try areEqual(old, new) ? 1 : 0 }
  package func fits(_ value: Field) -> Bool { true }
  package var weight: Int { 1 }
}

/// The default: equal by exact value.
package struct ExactComparator: Comparator {
  package init() {}

  package func areEqual(_ old: Field, _ new: Field) -> Bool { old.isEqual(to: new) }

  package var summary: String { "exact" }
}

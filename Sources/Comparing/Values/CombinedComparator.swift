import Records

/// Several comparators as one: `luna.compare.any(...)` is satisfied when one of them is,
/// `luna.compare.all(...)` when every one is.
///
/// They are asked in the order given, until the answer is known. They may be combined again, but only so deep and to
/// so many in all: each pair of values is worth a bounded time.
package struct CombinedComparator: Comparator {
  package enum Quantity: String, Sendable {
    case any
    case all
  }

  package static let maximumDepth = 20
  /// The most comparators that a combination may ask in all; one whose time grows faster than its values counts for
  /// several.
  private static let maximumWeight = 256

  private let quantity: Quantity
  private let parts: [any Comparator]
  private let depth: Int
  package let weight: Int

  /// Makes a comparator of others.
  ///
  /// - Throws: ``OptionError`` if there are none, or too many.
  package init(_ quantity: Quantity, of parts: [any Comparator]) throws(OptionError) {
    guard !parts.isEmpty else { throw OptionError("compare.\(quantity.rawValue)", .nothingGiven("comparator")) }
    self.quantity = quantity
    self.parts = parts
    depth = 1 + (parts.lazy.compactMap { ($0 as? CombinedComparator)?.depth }.max() ?? 0)
    weight = parts.reduce(0) { $0 + $1.weight }
    guard depth <= Self.maximumDepth else {
      throw OptionError("compare.\(quantity.rawValue)", .tooDeep(limit: Self.maximumDepth))
    }
    guard weight <= Self.maximumWeight else {
      throw OptionError("compare.\(quantity.rawValue)", .tooMany("comparators in all", limit: Self.maximumWeight))
    }
  }

  /// Makes a comparator that either of two satisfies, which together may be beyond the limits of what scripts combine.
  init(_ first: any Comparator, or second: any Comparator) {
    quantity = .any
    parts = [first, second]
    depth = 1
    weight = first.weight + second.weight
  }

  package var summary: String { "\(quantity.rawValue) of (" + parts.map(\.summary).joined(separator: "; ") + ")" }

  package func fits(_ value: Field) -> Bool { parts.contains { $0.fits(value) } }

  package func areEqual(_ old: Field, _ new: Field) throws(MatchingError) -> Bool {
    let end = quantity == .any
    for part in parts where try part.areEqual(old, new) == end { return end }
    return !end
  }
}

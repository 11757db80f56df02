import Records

/// Several comparators as one: `luna.compare.any(...)` is satisfied when one of them is,
/// `luna.compare.all(...)` when every one is.
///
/// They are asked in the order given, until the answer is known.
package struct CombinedComparator: Comparator {
  /// How many have to agree.
  package enum Quantity: String, Sendable {
    /// One is enough.
    case any
    /// Every one.
    case all
  }

  private let quantity: Quantity
  private let parts: [any Comparator]

  /// Makes a comparator of others.
  ///
  /// - Throws: ``OptionError`` if there are none.
  package init(_ quantity: Quantity, of parts: [any Comparator]) throws(OptionError) {
    guard !parts.isEmpty else {
      throw OptionError("compare.\(quantity.rawValue)", .nothingGiven("comparator"))
    }
    self.quantity = quantity
    self.parts = parts
  }

  package var summary: String {
    "\(quantity.rawValue) of (" + parts.map(\.summary).joined(separator: "; ") + ")"
  }

  package func areEqual(_ old: Field, _ new: Field) throws(MatchingError) -> Bool {
    let end = quantity == .any
    for part in parts where try part.areEqual(old, new) == end { return end }
    return !end
  }
}

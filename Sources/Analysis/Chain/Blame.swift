import Comparing
import Platform
import Records

/// The records of the newest export of a chain, with the exports since which their cells have their values.
package struct Blame: Sendable {
  package struct Record: Sendable {
    /// The number in the export, counted from 0.
    package let number: Int
    package let key: [Value]
  }

  package let ages: CellAges
  /// The newest export, as it is shown.
  package var table: RecordTable { comparison.target }
  /// The records that were asked for, in their order.
  package let records: [Record]
  package let comparison: Comparison

  /// - Parameter ranges: Which records are asked for, by their keys; all where there are none.
  /// - Throws: `ExplanationError` for a key with more parts than records have, or what a rule throws.
  package init(_ ages: CellAges, _ comparison: Comparison, _ ranges: [KeyRange]) throws {
    self.ages = ages
    self.comparison = comparison
    let order = comparison.orders.target
    for key in ranges.flatMap({ [$0.low, $0.high] }).compactMap(\.self) {
      try ExplanationError.checkParts(of: key, in: comparison, allowsFewer: true)
    }
    let explainer = try Explainer(comparison, holdsIdentities: false)
    records = try (0..<order.count).compactMap { offset in
      let record = order[offset]
      if !ranges.isEmpty {
        let spelled = try explainer.spelledKeys(.target, record)
        guard ranges.contains(where: { range in spelled.contains { range.contains($0) } }) else { return nil }
      }
      return Record(number: record, key: comparison.hasKey ? try comparison.keyValues(.target, offset) : [])
    }
  }

  /// The export since which something of a record is as it is.
  package func newest(of record: Int) -> Int32 { ages[record].max() ?? CellAges.unknown }
}

/// Keys from one on to another one, both of which belong to it: numbers by their value, and behind all numbers texts by
/// their bytes.
package struct KeyRange: Sendable, Equatable {
  package let low: [String]?
  package let high: [String]?

  package init(low: [String]?, high: [String]?) { (self.low, self.high) = (low, high) }

  package func contains(_ key: [String]) -> Bool {
    (low.map { Self.compare($0, key) <= 0 } ?? true) && (high.map { Self.compare(key, $0) <= 0 } ?? true)
  }

  /// Which of two keys comes first, as the sign of a number; one that is the beginning of the other one is equal to it.
  private static func compare(_ first: [String], _ second: [String]) -> Int {
    for (first, second) in zip(first, second) {
      let order = compare(first, second)
      if order != 0 { return order }
    }
    return 0
  }

  private static func compare(_ first: String, _ second: String) -> Int {
    switch (PlainDecimal(first), PlainDecimal(second)) {
    case (let first?, let second?): return first.compared(to: second)
    case (.some, nil): return -1
    case (nil, .some): return 1
    case (nil, nil):
      let (first, second) = (first.utf8, second.utf8)
      return first.elementsEqual(second) ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
    }
  }
}

extension RecordLife {
  /// The key of a newest export's record that was probably meant.
  package static func nearest(to key: [String], in comparison: Comparison) throws -> String? {
    guard comparison.keyMask == nil, comparison.hasKey else { return nil }
    let explainer = try Explainer(comparison, holdsIdentities: false)
    let spelling = ExplanationError.spelling(key)
    // One that is spelled so, and was not found, is left out by a filter.
    let known = try explainer.spelledForSuggestion().filter { $0 != spelling }
    return Suggestion.nearest(to: spelling, among: known)
  }
}

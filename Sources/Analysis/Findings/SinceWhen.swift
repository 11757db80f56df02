import Comparing
import Records

/// Since which day, or from which to which one, a column has what all of its numbers that changed have in common.
extension Finding {
  package struct Since: Sendable, Equatable {
    /// A column of dates.
    package let column: String
    /// The first day, as ISO 8601 writes it.
    package let day: String
    /// The last one, where pairs have later ones that did not change.
    package let until: String?
    /// How many pairs have one of these days, whether they changed or not; of how many.
    package let paired: Int, ofPaired: Int
  }
}

/// Looks for the column of dates that tells changed numbers from the others.
struct SinceWhen {
  let search: FindingSearch

  private static let digits = "0000-00-00"

  private var comparison: Comparison { search.comparison }

  /// The first day of some updated records, and the last one, where nearly all pairs from that day on, or up to the
  /// last one, are among them, and some pairs are not; of several columns the one with the fewest other pairs.
  ///
  /// - Parameter changed: Numbers of records of the target.
  func since(_ changed: Set<Int>) -> Finding.Since? {
    guard comparison.orders.target.count <= FindingSearch.mostRecords else { return nil }
    let targets = comparison.comparedPairs.map(\.target)
    let columns = comparison.columns.common.filter { !comparison.plan.isMasked($0.name) }
    let found = columns.compactMap { since(changed, $0, targets) }
    return found.min { $0.paired < $1.paired }
  }

  private func since(_ changed: Set<Int>, _ column: ColumnMatch.Common, _ targets: [Int]) -> Finding.Since? {
    let reader = search.worker.readers.target
    var days: [String] = []
    days.reserveCapacity(targets.count)
    for target in targets {
      // A column is one of dates if it has nothing else.
      guard let day = Self.day(reader.rawField(target, column.target)) else { return nil }
      days.append(day)
    }
    let own = zip(targets, days).filter { changed.contains($0.0) }.map(\.1)
    guard let first = own.min(), let last = own.max() else { return nil }
    for until in [nil, last] {
      let paired = days.count { first <= $0 && $0 <= until ?? $0 }
      guard 4 * paired <= 5 * changed.count, days.count - paired >= Finding.fewest else { continue }
      return Finding.Since(column: column.name, day: first, until: until, paired: paired, ofPaired: days.count)
    }
    return nil
  }

  /// The day that a value begins with, as in `2026-03-01T10:00:00Z`.
  static func day(_ value: Value) -> String? { value.withField(day) }

  private static func day(_ field: Field) -> String? {
    field.withText { text -> String? in
      guard text.count >= digits.utf8.count else { return nil }
      let day = text.prefix(digits.utf8.count)
      let isDay = zip(day, digits.utf8).allSatisfy { byte, form in
        form == UInt8(ascii: "-") ? byte == form : (48...57).contains(byte)
      }
      return isDay ? String(decoding: day, as: UTF8.self) : nil
    }.flatMap(\.self)
  }
}

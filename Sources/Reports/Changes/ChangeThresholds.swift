import Comparing
import Records

/// A way in which two inputs may differ, that can be counted or not.
package enum CountedChange: String, Sendable, CaseIterable {
  case deleted
  case inserted
  case updated
  case moved
  case columns
  /// Accepted differences that fit nothing, or have expired; they count only where that is asked for.
  case stale

  /// Those that count unless something else is said.
  static let usual: Set<CountedChange> = [.deleted, .inserted, .updated, .moved, .columns]

  /// The kind of change of records; `nil` for columns and what is accepted.
  package var kind: Change.Kind? { Change.Kind(rawValue: rawValue) }

  /// What a word names, another word for a kind of change too; `nil` if it names nothing.
  package init?(word: String) {
    guard let change = Change.Kind(word: word).map(CountedChange.init) ?? .init(rawValue: word) else { return nil }
    self = change
  }

  package init(_ kind: Change.Kind) {
    switch kind {
    case .deleted: self = .deleted
    case .inserted: self = .inserted
    case .updated: self = .updated
    case .moved: self = .moved
    }
  }
}

/// Which changes make two inputs different, and whether a missing file of a batch does.
package struct ChangeThresholds: Sendable, Equatable {
  package enum Threshold: Sendable, Equatable {
    case count(Int)
    /// A part of the records of the old file: this many, of 10 to the power of `scale` per cent.
    case share(Int, scale: Int)
  }

  package var counted = CountedChange.usual
  package var countsMissing = true
  /// Up to how many changes of a kind do not count; none without an entry.
  package var most: [Change.Kind: Threshold] = [:]

  package init() {}

  /// The ways in which the two differ by more than is tolerated, in records, sections or columns.
  package func counting(_ comparison: Comparison) -> [CountedChange] {
    CountedChange.allCases.filter { change in
      guard counted.contains(change) else { return false }
      guard let kind = change.kind else {
        return change == .columns ? !comparison.openColumnChanges.isEmpty : comparison.hasStaleAcceptance
      }
      let threshold = most[kind] ?? .count(0)
      let records = (comparison.openCount(kind), comparison.source.count)
      let sections = (comparison.openSectionCount(kind), comparison.sectionCount(.source))
      return [records, sections].contains { threshold.isExceeded(by: $0.0, of: $0.1) }
    }
  }

  /// What is tolerated, in the words of the flags; empty where every change counts.
  package var rules: [NamedRule] {
    let left = CountedChange.allCases.filter(counted.contains).map(\.rawValue) + (countsMissing ? ["missing"] : [])
    let isAll = counted == CountedChange.usual && countsMissing
    let kinds = left.isEmpty ? "nothing" : left.joined(separator: ", ")
    return (isAll ? [] : [NamedRule(name: "fail on", words: kinds)])
      + Change.Kind.allCases.compactMap { kind in
        most[kind].map { NamedRule(name: "max \(kind.rawValue)", words: $0.words) }
      }
  }
}

extension ChangeThresholds.Threshold {
  private static let largestScale = 9

  /// Reads `90` or `99.5%`, a share of at most everything; `nil` if it is none.
  package init?(leastShare text: String) {
    self.init(text.hasSuffix("%") ? text : text + "%")
    guard isReached(by: 100, of: 100) else { return nil }
  }

  /// Reads `10` or `0.1%`; `nil` if it is neither.
  package init?(_ text: String) {
    guard text.last == "%" else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
      return
    }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }), fraction.count <= Self.largestScale,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let digits = Int(parts[0] + fraction)
    else { return nil }
    self = .share(digits, scale: fraction.count)
  }

  /// As it is written: `10` or `0.1%`.
  package var words: String {
    switch self {
    case .count(let count): return String(count)
    case .share(let digits, let scale):
      let text = String(digits)
      let whole = String(repeating: "0", count: max(0, scale + 1 - text.utf8.count)) + text
      let mark = scale > 0 ? "." : ""
      return "\(whole.dropLast(scale))\(mark)\(whole.suffix(scale))%"
    }
  }

  /// Whether so many are at least as many as this; exact, without rounding.
  package func isReached(by count: Int, of all: Int) -> Bool {
    switch self {
    case .count(let least): return count >= least
    case .share(let digits, let scale): return Int128(count) * Self.unit(scale) >= Int128(digits) * Int128(all)
    }
  }

  /// How many of a share's digits are the whole.
  private static func unit(_ scale: Int) -> Int128 { (0..<scale).reduce(100) { unit, _ in unit * 10 } }

  /// Whether there are more changes than this; exact, without rounding.
  package func isExceeded(by changes: Int, of records: Int) -> Bool {
    switch self {
    case .count(let count): return changes > count
    case .share(let digits, let scale): return Int128(changes) * Self.unit(scale) > Int128(digits) * Int128(records)
    }
  }
}

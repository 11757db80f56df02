import Comparing
import Records

/// A way in which two inputs may differ, that can be counted or not.
package enum CountedChange: String, Sendable, CaseIterable {
  case deleted
  case inserted
  case updated
  case moved
  case columns
  /// Columns came or went, or those of both sides have other types, may be empty, or stand in another order.
  case schema
  /// Accepted differences that fit nothing, or have expired; they count only where that is asked for.
  case stale

  /// Those that count unless something else is said.
  static let usual: Set<CountedChange> = [.deleted, .inserted, .updated, .moved, .columns]

  /// The kind of change of records; `nil` for columns, the schema and what is accepted.
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
  package typealias Threshold = ChangeAmount

  package var counted = CountedChange.usual
  package var countsMissing = true
  /// Limits, which lie over those of rules; no change of a kind without one is tolerated.
  package var limits: [LimitRule] = []

  package init() {}

  /// The ways in which the two differ by more than is tolerated, in records, sections or columns.
  package func counting(_ comparison: Comparison) -> [CountedChange] { counting(comparison, limits(comparison)) }

  /// The same, where it is known how all that is limited stands.
  package func counting(_ comparison: Comparison, _ limits: [ChangeLimit]) -> [CountedChange] {
    var found = limits.filter { $0.level == .fail }.map { CountedChange($0.rule.kind) }
    let hasColumnChanges = !comparison.openColumnChanges.isEmpty
    if hasColumnChanges { found.append(.columns) }
    if hasColumnChanges || comparison.schema?.isBreaking ?? false { found.append(.schema) }
    if comparison.hasStaleAcceptance { found.append(.stale) }
    return found.isEmpty ? [] : CountedChange.allCases.filter { found.contains($0) && counted.contains($0) }
  }

  /// What is tolerated, in the words of the flags; empty if every change counts.
  ///
  /// - Parameter limits: The limits of the comparison, with those of its rules; empty if it failed.
  package func rules(_ limits: [ChangeLimit]) -> [NamedRule] {
    countedRules
      + (limits.isEmpty ? self.limits : limits.map(\.rule)).map { NamedRule(name: $0.name, words: $0.words) }
  }

  /// The same with the limits of rules, and with what was seen.
  func namedRules(in comparison: Comparison) -> [NamedRule] {
    countedRules + limits(comparison).filter(\.isGiven).map(\.named)
  }

  private var countedRules: [NamedRule] {
    guard counted != CountedChange.usual || !countsMissing else { return [] }
    let left = CountedChange.allCases.filter(counted.contains).map(\.rawValue) + (countsMissing ? ["missing"] : [])
    return [NamedRule(name: "fail on", words: left.isEmpty ? "nothing" : left.joined(separator: ", "))]
  }

  /// What counts, and the limits of whole kinds above which changes do.
  var rulesOfKinds: [NamedRule] {
    countedRules
      + limits.compactMap { limit in
        guard limit.scope == .rest, let fail = limit.fail else { return nil }
        return NamedRule(name: limit.name, words: fail.words)
      }
  }
}

import Comparing
import Records
import Requests

extension TestExpectation {
  /// What of a comparison is otherwise than expected, a line each; the report aside.
  func failures(of comparison: Comparison) -> [String] {
    var failures: [String] = []
    let summary = comparison.summary
    for (name, count) in counts {
      let found = summary.count(named: name)
      if found != count { failures.append("\(name): expected \(count), got \(found)") }
    }
    if let same, same != comparison.isSame {
      failures.append("same: expected \(same), got \(comparison.isSame)")
    }
    if let columns { failures += self.failures(columns, in: comparison) }
    if let changes { failures += self.failures(changes, in: comparison) }
    return failures.isEmpty ? [] : failures + Self.listing(comparison)
  }

  private func failures(_ columns: [String], in comparison: Comparison) -> [String] {
    let found = Set(comparison.changes.flatMap { $0.fields.map(\.column) })
    guard found != Set(columns) else { return [] }
    return [
      "columns: expected \(Self.list(columns.sorted())), got \(Self.list(found.sorted()))"
    ]
  }

  private func failures(_ expected: [Change], in comparison: Comparison) -> [String] {
    let changes = comparison.changes
    var failures: [String] = []
    if expected.count != changes.count {
      failures.append("changes: expected \(expected.count), got \(changes.count)")
    }
    for (number, (wanted, change)) in zip(expected, changes).enumerated() {
      for problem in wanted.problems(with: change, in: comparison) {
        failures.append("changes[\(number + 1)]: \(problem)")
      }
    }
    return failures
  }

  private static let mostListed = 5

  /// The changes that there are, as many as one looks at.
  private static func listing(_ comparison: Comparison) -> [String] {
    let all = comparison.changes
    let lines = all.prefix(mostListed).map { change in
      let fields = change.fields.map(\.description).joined(separator: ", ")
      return "  \(change.kind.rawValue) \(Comparing.Change.describe(change.key))"
        + (fields.isEmpty ? "" : "  \(fields)")
    }
    let rest = all.count - lines.count
    return lines + (rest > 0 ? ["  and \(rest) more"] : [])
  }

  static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}

extension TestExpectation.Change {
  /// What of a change is otherwise than expected.
  fileprivate func problems(
    with change: Comparing.Change, in comparison: Comparison
  ) -> [String] {
    var problems: [String] = []
    func check(_ name: String, _ expected: String?, _ found: String) {
      if let expected, expected != found {
        problems.append("\(name): expected \(expected), got \(found)")
      }
    }
    check("kind", kind?.rawValue, change.kind.rawValue)
    check(
      "key", key?.joined(separator: ", "), Comparing.Change.describe(change.key))
    check("moved", moved.map(String.init), String(change.moved))
    check("pass", pass.map(String.init), change.match.map { String($0.pass) } ?? "none")
    check(
      "columns", columns.map { TestExpectation.list($0.sorted()) },
      TestExpectation.list(change.fields.map(\.column).sorted()))
    for side in Side.allCases {
      for (column, value) in values[side] {
        let found = comparison.value(column, side, of: change)
        check(
          "\(side.globalName).\(column)", value.description, found.map(\.description) ?? "no value")
      }
    }
    return problems
  }
}

extension Comparison {
  /// The value of a column of a change's record; `nil` where there is none.
  fileprivate func value(
    _ column: String, _ side: Side, of change: Comparing.Change
  ) -> Value? {
    let record = side == .source ? change.source : change.target
    guard let record, let place = tables[side].columnIndex(of: column) else { return nil }
    let value = tables[side].value(record, place)
    return value == .absent ? nil : value
  }
}

extension Summary {
  /// The names of the counts.
  static let names = ["deleted", "inserted", "updated", "moved", "unchanged"]

  /// The name of the count that a word means; `nil` if it means none.
  static func name(of word: String) -> String? {
    Change.Kind(word: word)?.rawValue ?? names.first { $0 == word }
  }

  /// A count by its name.
  fileprivate func count(named name: String) -> Int {
    switch name {
    case "deleted": deleted
    case "inserted": inserted
    case "updated": updated
    case "moved": moved
    default: unchanged
    }
  }
}

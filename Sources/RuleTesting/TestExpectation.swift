import Comparing
import Platform
import Records
import Reports
import Requests
import Scripting

/// What a test expects of a comparison.
struct TestExpectation: Sendable {
  struct Change: Sendable {
    var kind: Comparing.Change.Kind?
    var key: [String]?
    var columns: [String]?
    var moved: Bool?
    var pass: Int?
    var values = Sides<[(column: String, value: Value)]>(source: [], target: [])
  }

  /// A report, and the file that holds what it was.
  struct Report: Sendable {
    enum Format: Sendable {
      case builtIn(ReportFormat)
      case plugin(String)
    }

    let path: String
    let format: Format
    var settings: [(name: String, value: String)] = []
  }

  /// How many changes of a kind there are, by its name; `unchanged` counts pairs that are none.
  var counts: [(name: String, count: Int)] = []
  var same: Bool?
  var columns: [String]?
  /// All changes in the order of reports.
  var changes: [Change]?
  var report: Report?
  /// What the message of an error contains; such a comparison has to fail.
  var error: String?

  var isEmpty: Bool {
    counts.isEmpty && same == nil && columns == nil && changes == nil && report == nil && error == nil
  }
}

extension TestExpectation {
  /// What of a comparison is otherwise than expected, a line each; the report aside.
  func failures(of comparison: Comparison) throws -> [String] {
    var failures: [String] = []
    let summary = comparison.summary
    for (name, count) in counts {
      let found = summary.count(named: name)
      if found != count { failures.append("\(name): expected \(count), got \(found)") }
    }
    if let same, same != comparison.isSame { failures.append("same: expected \(same), got \(comparison.isSame)") }
    if let columns { failures += try self.failures(columns, in: comparison) }
    if let changes { failures += try self.failures(changes, in: comparison) }
    return failures.isEmpty ? [] : failures + (try Self.listing(comparison))
  }

  private func failures(_ columns: [String], in comparison: Comparison) throws -> [String] {
    let found = Set(try comparison.changes.flatMap { $0.fields.map(\.column) })
    guard found != Set(columns) else { return [] }
    return ["columns: expected \(Self.list(columns.sorted())), got \(Self.list(found.sorted()))"]
  }

  private func failures(_ expected: [Change], in comparison: Comparison) throws -> [String] {
    let changes = try comparison.changes
    var failures: [String] = []
    if expected.count != changes.count { failures.append("changes: expected \(expected.count), got \(changes.count)") }
    for (number, (wanted, change)) in zip(expected, changes).enumerated() {
      for problem in wanted.problems(with: change, in: comparison) {
        failures.append("changes[\(number + 1)]: \(problem)")
      }
    }
    return failures
  }

  private static let mostListed = 5

  /// The changes that there are, as many as one looks at.
  private static func listing(_ comparison: Comparison) throws -> [String] {
    let count = comparison.changeCount
    let lines = try (0..<min(count, mostListed)).map { index in
      let change = try comparison.change(at: index)
      let fields = change.fields.map(\.description).joined(separator: ", ")
      return "  \(change.kind.rawValue) \(Comparing.Change.describe(change.key))"
        + (fields.isEmpty ? "" : "  \(fields)")
    }
    let rest = count - lines.count
    return lines + (rest > 0 ? ["  and \(rest) more"] : [])
  }

  static func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}

extension TestExpectation.Change {
  fileprivate func problems(with change: Comparing.Change, in comparison: Comparison) -> [String] {
    var problems: [String] = []
    func check(_ name: String, _ expected: String?, _ found: String) {
      if let expected, expected != found { problems.append("\(name): expected \(expected), got \(found)") }
    }
    check("kind", kind?.rawValue, change.kind.rawValue)
    check("key", key?.joined(separator: ", "), Comparing.Change.describe(change.key))
    check("moved", moved.map(String.init), String(change.moved))
    check("pass", pass.map(String.init), change.match.map { String($0.pass) } ?? "none")
    check(
      "columns", columns.map { TestExpectation.list($0.sorted()) },
      TestExpectation.list(change.fields.map(\.column).sorted()))
    for side in Side.allCases {
      for (column, value) in values[side] {
        let found = comparison.value(column, side, of: change)
        check("\(side.ruleName).\(column)", value.description, found.map(\.description) ?? "no value")
      }
    }
    return problems
  }
}

extension Comparison {
  /// The value of a column of a change's record; `nil` where there is none.
  fileprivate func value(_ column: String, _ side: Side, of change: Comparing.Change) -> Value? {
    let record = side == .source ? change.source : change.target
    guard let record, let index = tables[side].columnIndex(of: column) else { return nil }
    let value = tables[side].value(record, index)
    return value == .absent ? nil : value
  }
}

extension Summary {
  static let names = ["deleted", "inserted", "updated", "moved", "unchanged"]

  /// The name of the count that a word means; `nil` if it means none.
  static func name(of word: String) -> String? { Change.Kind(word: word)?.rawValue ?? names.first { $0 == word } }

  fileprivate func count(named name: String) -> Int {
    Change.Kind(rawValue: name).map { self[$0] } ?? unchanged
  }
}

extension TestExpectation.Report {
  enum Finding {
    case same
    /// It was written anew.
    case written
    case different([String])
  }

  /// Compares the report with the file that holds what it was.
  ///
  /// - Parameters:
  ///   - options: How the comparison was made, with the plug-ins that a format may come from.
  ///   - updates: Whether the file is written anew where it differs.
  /// - Throws: What the report throws, or `RecordError` or `OutputError` for the file.
  func check(_ comparison: Comparison, _ options: ComparisonOptions, updates: Bool) throws -> Finding {
    let bytes = try bytes(of: comparison, options)
    let isThere = FilePath.size(of: path) != nil
    let known = isThere ? try TextFile.read(path) : []
    if isThere, known == bytes { return .same }
    if updates {
      try write(bytes)
      return .written
    }
    guard isThere else {
      return .different(["report: there is no file \(path)", "  hint: \(Setting("update")) writes it"])
    }
    return .different(Self.difference(known, bytes, path))
  }

  private func bytes(of comparison: Comparison, _ options: ComparisonOptions) throws -> [UInt8] {
    var bytes: [UInt8] = []
    switch format {
    case .builtIn(let format): try Reports.write(comparison, as: format, to: &bytes)
    case .plugin(let name):
      var report = ReportOptions()
      report.formatOptions = settings
      try checkPluginFormat(name, options: report, of: options)
      try Scripting.write(comparison, asPluginFormat: name, options: report, of: options, to: &bytes)
    }
    return bytes
  }

  private func write(_ bytes: [UInt8]) throws {
    try Directory.make(FilePath.directory(of: path))
    try OutputPlace(path, inputs: []).write { try $0.write(bytes) }
  }

  private static func difference(_ old: [UInt8], _ new: [UInt8], _ path: String) -> [String] {
    let lines = [old, new].map { bytes in
      bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
    let number = zip(lines[0], lines[1]).enumerated().first { $1.0 != $1.1 }?.offset
    let index = number ?? min(lines[0].count, lines[1].count)
    func line(_ lines: [String]) -> String { lines.indices.contains(index) ? lines[index] : "(the end)" }
    return [
      "report: \(path) differs in line \(index + 1)", "  expected: \(line(lines[0]))",
      "  got:      \(line(lines[1]))", "  hint: \(Setting("update")) writes it anew",
    ]
  }
}

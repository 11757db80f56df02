import Platform
import Comparing
import Records
import Reports
import Requests
import Rules

extension ReplSession {
  func run(_ words: ReplWords) throws -> ReplState {
    switch try ReplDirective.named(words.name) {
    case .diff: try diff(words.arguments)
    case .key: try setKey(words.rest)
    case .rules: try setRules(words.arguments)
    case .probe: try probe(words.arguments)
    case .columns: showColumns(try tables())
    case .show: try showRecords(words.arguments)
    case .find: try find(words.rest)
    case .save: try save(words.arguments)
    case .reset: try reset()
    case .break: try debugging().setBreak(words.rest)
    case .delete: try debugging().removeBreaks(words.rest)
    case .help: say(.text(try ReplDirective.help(words.rest)))
    case .quit: return .ended(0)
    }
    return .ready
  }

  // MARK: Rules

  private func setKey(_ text: String) throws {
    if text.isEmpty {
      let words = key ?? "no :key; the rules' identity, or one that is found"
      return say(.text(words + "\n"))
    }
    guard text != "-" else { return flags.identity = nil }
    var changed = flags
    changed.identify(by: ReplWords.columns(text))
    try checkColumns(changed.identityColumns)
    flags = changed
  }

  /// A typing mistake is better told at once than by the next comparison.
  private func checkColumns(_ names: [String]) throws {
    for table in try tables().present {
      for name in names where table.columnIndex(of: name) == nil {
        guard flags.renames.isEmpty else { continue }
        throw LunaDiffError(
          "\(table.name) has no column '\(name)'" + Suggestion.phrase(for: name, among: table.columns))
      }
    }
  }

  private func setRules(_ paths: [String]) throws {
    if paths.isEmpty { return try listRules() }
    let sources = paths == ["-"] ? [] : paths.map { DiffRequest.RuleSource.file($0) }
    let before = rules
    rules = sources
    do { _ = try plan() } catch {
      rules = before
      throw error
    }
  }

  private func listRules() throws {
    var lines = rules.map { source in
      switch source {
      case .file(let path): "file: \(path)"
      case .text(_, let name, _): "text: \(name)"
      case .part: "part of a manifest"
      case .project(let files, _): "file: \(files.path)"
      }
    }
    let own = try driver.ruleNames()
    if !own.isEmpty { lines.append("defined here: \(own.joined(separator: ", "))") }
    if let key { lines.append("key: \(key)") }
    say(.text((lines.isEmpty ? "no rules" : lines.joined(separator: "\n")) + "\n"))
  }

  /// The rules as they are now, read anew.
  func plan() throws -> ComparisonPlan {
    try driver.plan(rules.map(RequestedRules.source), flags: flags)
  }

  // MARK: Results

  private func diff(_ arguments: [String]) throws {
    let tables = try tables()
    guard let old = tables.source, let new = tables.target else {
      throw LunaDiffError(
        "there is no '\(tables.source == nil ? "old" : "new")' to compare\n" + "  hint: new = luna.load \"new.csv\"")
    }
    var options = reportOptions
    for argument in arguments {
      if let limit = Int(argument), limit >= 0 {
        options.limit = ChangeLimits(each: limit)
      } else {
        options.show = try Self.kinds(argument)
      }
    }
    let comparison = try driver.compare(old, new, plan())
    try driver.setChanges(comparison)
    try display(options).show(comparison)
  }

  private static func kinds(_ text: String) throws(LunaDiffError) -> Set<Change.Kind> {
    var kinds: Set<Change.Kind> = []
    for word in ReplWords.columns(text) {
      guard let kind = Change.Kind(word: word) else {
        let known = Change.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw LunaDiffError("'\(word)' is neither a number nor one of \(known)")
      }
      kinds.insert(kind)
    }
    return kinds
  }

  private func showRecords(_ arguments: [String]) throws {
    let tables = try tables()
    let side = arguments.first.flatMap { word in Side.allCases.first { $0.ruleName == word } }
    guard let table = side.map({ tables[$0] }) ?? tables.target ?? tables.source else {
      throw LunaDiffError("there are no records\n  hint: old = luna.load \"old.csv\"")
    }
    let words = side == nil ? arguments[...] : arguments.dropFirst()
    let range = try words.first.map { (word) throws(LunaDiffError) in try Self.records(word, of: table) }
    display(reportOptions, limit: range?.count).show(range ?? 0..<table.count, of: table)
  }

  /// `3`, `3-5` or `3-`, counted from 1.
  private static func records(_ text: String, of table: RecordTable) throws(LunaDiffError) -> Range<Int> {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let first = parts.first.flatMap { Int($0) }
    let last = parts.count < 2 ? first : parts[1].isEmpty ? table.count : Int(parts[1])
    guard let first, let last, first >= 1, last >= first else {
      throw LunaDiffError("'\(text)' is not of the form 3, 3-5 or 3-")
    }
    guard first <= table.count else { throw LunaDiffError("\(table.name) has \(table.count) records") }
    return first - 1..<min(last, table.count)
  }

  /// What the globals `old` and `new` hold.
  func tables() throws -> Sides<RecordTable?> { try Sides { try driver.table(named: $0.ruleName) } }
}

extension Sides where Element == RecordTable? {
  var present: [RecordTable] { [source, target].compactMap { $0 } }
}

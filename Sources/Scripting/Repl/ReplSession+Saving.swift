import Platform
import Comparing
import Records
import Requests
import Rules

extension ReplSession {
  /// Writes the rules that were made here as a rules file.
  ///
  /// - Throws: `LunaDiffError` where nothing was made, or it cannot be loaded, or another file would be lost.
  func save(_ arguments: [String]) throws {
    guard let path = arguments.first, arguments.count == 1 else {
      throw LunaDiffError("a file is needed\n  hint: :save rules.lua")
    }
    let names = try driver.ruleNames()
    let rules = ReplRules(
      definitions: definitions.texts(for: names), defined: Set(names), settings: settings)
    guard rules.text != ReplRules.heading + "\n" else {
      throw LunaDiffError("there are no rules to save\n  hint: :key id, :set ignore updated_at")
    }
    var program = RuleProgram(
      sources: [
        RuleProgram.Source(
          name: path, text: Array(rules.text.utf8), in: FilePath.directory(of: path))
      ])
    program.limits = request.options.limits.bridged
    program.plugins = request.options.plugins.sources()
    _ = try program.load()
    try checkPlace(path)
    try OutputPlace(path, inputs: []).write { try $0.write(rules.text) }
    say(.text("wrote \(path)\(remark)\n"))
  }

  /// Rules that the session has from elsewhere stay where they are.
  private var remark: String {
    let others = settings.rules.map { source in
      switch source {
      case .file(let path), .changed(let path, _): "-r \(path.shellWord)"
      case .text(_, let name, _): name
      case .part: "the manifest"
      case .project(let files): files.path
      }
    }
    return others.isEmpty ? "" : ", which comes after \(others.joined(separator: " "))"
  }

  /// Refuses a place where a file is that was not saved here.
  private func checkPlace(_ path: String) throws {
    guard let text = try? TextFile.read(path) else { return }
    guard !text.starts(with: ReplRules.heading.utf8) else { return }
    throw LunaDiffError("\(path) is there already\n  hint: give another name")
  }

  /// Shows the records that have a key, on both sides.
  func find(_ words: String) throws {
    let tables = try tables()
    let plan = try plan()
    let columns = try keyColumns(plan, tables)
    let values = ReplWords.columns(words)
    guard values.count == columns.count else {
      throw LunaDiffError(
        "the key is \(columns.joined(separator: ", "))\n  hint: :find "
          + columns.map { "<\($0)>" }.joined(separator: ", "))
    }
    var isFound = false
    for side in Side.allCases {
      guard let table = tables[side] else { continue }
      let reader = RecordReader(table: table, side: side, plan: plan)
      let places = columns.map { reader.columnIndex(of: $0) }
      for record in 0..<table.count {
        if interrupt.isRaised { throw LunaDiffError("interrupted") }
        let isWanted = zip(places, values).allSatisfy { place, value in
          place.map { reader.rawField(record, $0).spells(value) } ?? false
        }
        guard isWanted else { continue }
        isFound = true
        say(.text("\(side.globalName)[\(record + 1)]\n"))
        display(reportOptions).show(record..<record + 1, of: table)
      }
    }
    if !isFound { say(.text("no record has this key\n")) }
  }

  /// The columns of the key: those that the rules name, or those that a search finds.
  private func keyColumns(
    _ plan: ComparisonPlan, _ tables: Sides<RecordTable?>
  ) throws -> [String] {
    if case .columns(let names) = plan.identity { return names }
    if case .automatic = plan.identity, let old = tables.source, let new = tables.target,
      let found = try Comparison(source: old, target: new, plan: plan).key.columns, !found.isEmpty
    {
      return found
    }
    throw LunaDiffError("there is no key of columns to look for\n  hint: :key id")
  }
}

extension Field {
  /// Whether this is how a person writes the value.
  fileprivate func spells(_ text: String) -> Bool {
    withTextOrNumber { $0.elementsEqual(text.utf8) } ?? false
  }
}

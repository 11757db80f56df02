import Comparing
import LuaRuntime
import Platform
import Records

/// What a project file returns: by patterns of paths, rules and how inputs are read.
///
/// `rules` has patterns with rules, `tables` patterns with rules and options of reading. Those of `tables` lie over
/// those of `rules`, and in each longer patterns over shorter ones, field by field.
struct ProjectTable {
  private struct Entry {
    /// What messages call it.
    let name: String
    let pattern: String
    let table: LuaTable
  }

  private let source: String
  /// In the order in which they lie over each other.
  private let entries: [Entry]

  /// The options of reading, but for those that are rules, too.
  private static let reading = ReadOptions.names.filter { RuleField.named($0) == nil }

  /// Fields of an entry of `tables` that are neither rules nor options of reading.
  private static let others = ["rules", "accept"]

  /// The options of reading that an entry may have: a list of `columns` names those of files without a header, and what
  /// columns are made of stands there by their names.
  private static func reading(of table: LuaTable) throws(LuaError) -> [String] {
    let columns = try table.get("columns")
    if case .table(let list) = columns { return try list.isList() ? reading + ["columns"] : reading }
    return columns.text == nil ? reading : reading + ["columns"]
  }

  /// - Throws: `LuaError` where anything is not what a project file may have, whatever pattern it is of.
  init(_ value: LuaValue, source: String) throws(LuaError) {
    guard case .table(let project) = value else {
      throw LuaError("\(source): a project file returns a table of 'rules' and 'tables', not a \(value.typeName)")
    }
    let groups = try project.fields(["rules", "tables"], called: "field", at: "\(source): ")
    var entries: [Entry] = []
    for (group, value) in groups { entries += try Self.entries(of: group, value, source) }
    (self.source, self.entries) = (source, entries)
  }

  private static func entries(of group: String, _ value: LuaValue, _ source: String) throws(LuaError) -> [Entry] {
    guard case .table(let patterns) = value else {
      throw LuaError("\(source): '\(group)' must be a table of patterns, got \(value.typeName)")
    }
    let fields = RuleField.names() + (group == "tables" ? reading + others : [])
    var entries: [Entry] = []
    for (key, value) in try patterns.sortedPairs() {
      guard let pattern = key.text, case .table(let table) = value else {
        throw LuaError(
          "\(source): '\(group)' has patterns of paths with tables, as in [\"*.csv\"] = { identity = \"id\" }; got "
            + "\(key.spelling ?? key.typeName) = \(value.typeName)")
      }
      let name = "\(source): \(group)[\"\(pattern)\"]"
      _ = try table.fields(fields, called: "field", at: "\(name): ")
      entries.append(Entry(name: name, pattern: pattern, table: table))
    }
    return entries.sorted { ($0.pattern.utf8.count, $0.pattern) < ($1.pattern.utf8.count, $1.pattern) }
  }

  /// The rules for the inputs at a path below the project's directory.
  ///
  /// - Parameter require: Gives what a module of the project returns.
  func rules(for path: String, by reader: inout RuleTableReader, require: (String) throws(LuaError) -> LuaValue)
    throws(LuaError) -> RuleSet
  {
    var rules = RuleSet()
    for entry in entries where FilePath.matches(entry.pattern, path) {
      for layer in [try named(in: entry, require), entry.table].compactMap(\.self) {
        var layerReader = RuleTableReader(source: entry.name, functions: reader.functions)
        rules = rules.overridden(by: try layerReader.read(layer, besides: Self.reading(of: layer) + Self.others))
        reader.functions = layerReader.functions
      }
      rules.reading = try reading(of: entry, over: rules.reading)
      rules.accept = try accept(in: entry) ?? rules.accept
      rules.project = source
    }
    return rules
  }

  /// The rules that an entry names, or that stand in it as a table of their own.
  private func named(in entry: Entry, _ require: (String) throws(LuaError) -> LuaValue) throws(LuaError) -> LuaTable? {
    let value = try entry.table.get("rules")
    if value.isNil { return nil }
    let path = value.text
    let module = path.map { String($0.hasSuffix(".lua") ? $0.dropLast(4) : $0[...]).split(separator: "/") }
    let named: LuaValue
    do {
      named = try module.map { (names) throws(LuaError) in try require(names.joined(separator: ".")) } ?? value
    } catch {
      throw LuaError("\(entry.name): \(error.message)")
    }
    guard case .table(let table) = named else {
      let what = path.map { "'\($0)' must return a table of rules, got" } ?? "'rules' must be a table or a path, got"
      throw LuaError("\(entry.name): \(what) \(named.typeName)")
    }
    return table
  }

  /// The file of accepted differences that an entry names, by its path from where the project's files are.
  private func accept(in entry: Entry) throws(LuaError) -> String? {
    let value = try entry.table.get("accept")
    guard !value.isNil else { return nil }
    guard let path = value.text else {
      throw LuaError("\(entry.name): 'accept' must be the path of a file or folder, got \(value.typeName)")
    }
    return FilePath.joined(FilePath.directory(of: source), path)
  }

  private func reading(of entry: Entry, over base: ReadOptions) throws(LuaError) -> ReadOptions {
    do {
      let names = try Self.reading(of: entry.table)
      let others = (RuleField.names() + Self.others).filter { !names.contains($0) }
      return try ReadOptions(entry.table, over: base, names: names, besides: others)
    } catch { throw LuaError("\(entry.name): \(error.message)") }
  }
}

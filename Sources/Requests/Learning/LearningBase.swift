import Analysis
import Comparing
import Platform
import Records
import Rules

/// The rules that others were learned on, as a rules file says them that works without them.
package struct LearningBase: Sendable {
  var flags: RuleSet
  let namesKey: Bool
  /// What gives the table of the rules in Lua, or makes them globals; `nil` where there are none, or several.
  let source: String?
  /// What the user has to name before the new file; `nil` where that works alone.
  let missing: String?

  /// `output` is where the rules file will be, if that is known.
  package init(_ options: ComparisonOptions, output: String?) throws(LunaDiffError) {
    var flags = options.flags
    namesKey = flags.identity != nil
    flags.identity = nil
    self.flags = flags
    let source: String?
    do { source = try options.rules.count == 1 ? Self.expression(options.rules[0], output) : nil } catch {
      throw LunaDiffError(error)
    }
    self.source = source
    let isWhole = options.rules.isEmpty || source != nil
    missing = isWhole ? nil : options.rules.map(\.flag).joined(separator: " ")
  }

  /// Rules beside the new file are a module of it; others are copied.
  private static func expression(_ source: DiffRequest.RuleSource, _ output: String?) throws -> String? {
    if case .file(let path) = source, path.hasSuffix(".lua"),
      FilePath.resolved(FilePath.directory(of: path))
        == FilePath.resolved(FilePath.directory(of: output ?? "rules.lua"))
    {
      let name = String(FilePath.name(of: path).dropLast(4))
      if name.isModuleName { return "require \(name.luaText)" }
    }
    let program = try RequestedRules.source(source)
    guard program.part == nil, program.pluginRules == nil else { return nil }
    let text = String(decoding: program.text, as: UTF8.self)
    let isTable = program.allowsExpression && text.first { !$0.isWhitespace } == "{"
    let end = text.hasSuffix("\n") ? "" : "\n"
    return "(function()\n\(isTable ? "return " : "")\(text)\(end)end)()"
  }

  /// What stands before the rules that were learned, which `add` lays over the others; empty without any in Lua.
  var opening: [String] {
    guard let source else { return [] }
    let names = RuleField.all.compactMap { field in
      flags.luaValue(field).map { value in
        switch field.kind {
        case .rename, .equal, .lists: "add(\(field.name.luaText), \(value))"
        case .texts where field.joinsLayers: "join(\(field.name.luaText), \(value))"
        default: "rules.\(field.name) = \(value)"
        }
      }
    }
    let joining = [
      "local function join(field, more)", "  local old = rules[field]",
      "  for _, name in ipairs(type(old) == \"table\" and old or { old }) do table.insert(more, name) end",
      "  rules[field] = more", "end",
    ]
    return [
      "-- The rules that these were learned on.", "local rules = \(source)",
      "if type(rules) ~= \"table\" then rules = _G end", "local function add(field, more)",
      "  if type(rules[field]) ~= \"table\" then rules[field] = {} end",
      "  for column, rule in pairs(more) do rules[field][column] = rule end", "end",
    ] + (names.contains { $0.hasPrefix("join") } ? joining : []) + names + [""]
  }

  private static let closing = ["", "return rules ~= _G and rules or nil"]

  /// The fields that learned rules have, in the order in which they take effect.
  private static let fields = ["rename", "lists", "normalize", "equal"]

  /// A rules file: a heading, the rules that it lies over, the columns of a key where they do not name it, and rules
  /// that are added.
  func text(heading: [String], key: KeyChoice, adding added: [LearntRule]) -> String {
    let isOver = source != nil
    let indent = isOver ? "" : "  "
    var lines = heading.map { "-- " + VisibleText.line($0) }
    lines += isOver ? opening : ["return {"]
    if let columns = key.columns, !columns.isEmpty, !isOver || key.isFound || namesKey {
      let names = columns.keyLua
      lines.append(isOver ? "rules.identity = \(names)" : "  identity = \(names),")
    }
    let given = isOver ? RuleSet() : flags
    for field in RuleField.all where !Self.fields.contains(field.name) {
      if let value = given.luaValue(field) { lines.append("  \(field.name) = \(value),") }
    }
    for field in Self.fields {
      let rules = added.filter { $0.field == field }
      let members = RuleField.named(field).flatMap(given.luaMembers) ?? []
      guard !rules.isEmpty || !members.isEmpty else { continue }
      lines.append(isOver ? "add(\(field.luaText), {" : "  \(field) = {")
      lines +=
        members.map { "\(indent)  \($0)," }
        + rules.flatMap { ($0.comments.map { "-- \($0)" } + ["\($0.line),"]).map { "\(indent)  \($0)" } }
      lines.append(isOver ? "})" : "  },")
    }
    return (lines + (isOver ? Self.closing : ["}"])).map { $0 + "\n" }.joined()
  }
}

extension DiffRequest.RuleSource {
  fileprivate var flag: String {
    switch self {
    case .file(let path): "-r \(path.shellWord)"
    case .text(let text, _, _): "-e \(text.shellWord)"
    case .part(let rules): rules.name
    case .project(let files, _): files.path
    }
  }
}

extension [String] {
  /// The columns of a key as a rules file names them; `none` alone would be none.
  var keyLua: String { count == 1 && self != ["none"] ? self[0].luaText : luaText }
}

extension String {
  fileprivate var isModuleName: Bool {
    !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
  }
}

extension RuleSet {
  /// The value of a field in Lua, where no function is among it; `nil` if it is not set.
  package func luaValue(_ field: RuleField) -> String? {
    switch field.kind {
    case .isOn(let rule): switches[rule].map { "\($0)" }
    case .text(let place): self[keyPath: place].map(\.luaText)
    case .texts(let place): self[keyPath: place].map(\.luaText)
    case .word(let choice): choice.word(in: self).map(\.luaText)
    case .section: if case .column(let name) = section { name.luaText } else { nil }
    case .tolerance: tolerance?.amount.map(\.luaText)
    case .rename, .equal, .lists: luaMembers(field).map { "{ \($0.joined(separator: ", ")) }" }
    case .identity, .normalize, .filter, .group, .columns, .limits: nil
    }
  }

  /// What a field says column by column, in Lua; `nil` if it says nothing.
  func luaMembers(_ field: RuleField) -> [String]? {
    let members: [(String, String)] =
      switch field.kind {
      case .rename: renames.sortedByName.map { ($0, $1.luaText) }
      case .lists: lists.sortedByName.map { ($0, $1.luaValue) }
      case .equal:
        comparators.sortedByName.compactMap { column, rule in
          guard case .native(let comparator as NumberComparator) = rule, let amount = comparator.amount else {
            return nil
          }
          return (column, Self.luaComparator(amount))
        }
      default: []
      }
    return members.isEmpty ? nil : members.map { "\($0.luaKey) = \($1)" }
  }

  static func luaComparator(_ amount: String) -> String {
    guard amount.last == "%" else { return "luna.compare.number(\(amount))" }
    return "luna.compare.number { relative = \(amount.dropLast()) / 100 }"
  }
}

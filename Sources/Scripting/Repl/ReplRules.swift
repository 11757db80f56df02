import Requests

/// The rules of a session as the text of a rules file.
struct ReplRules {
  /// What was typed, in order.
  let definitions: [String]
  /// The rules among it.
  let defined: Set<String>
  let settings: ReplSettings

  /// The first line, by which a file is known that may be written over.
  static let heading = "-- Rules that were saved at the prompt of lunadiff repl."

  /// The file's text.
  var text: String {
    ([Self.heading] + definitions + lines).map { $0 + "\n" }.joined()
  }

  /// What `:key` and `:set` say, as the fields of the same meaning.
  private var lines: [String] {
    var lines: [String] = []
    let flags = settings.flags
    if let key = flags.key {
      lines.append("identity = " + (key.isEmpty ? "\"none\"" : Self.list(key)))
    }
    lines += ignored + comparators + renames
    if let only = flags.only { lines.append("only = " + Self.list(only)) }
    if let section = flags.section { lines.append("section = " + section.luaText) }
    for name in [ReplSettings.Name.trim, .ignoreCase, .ignoreOrder, .strictColumns] {
      if settings.value(name) != nil { lines.append("\(name.rawValue) = true") }
    }
    for name in [ReplSettings.Name.moves, .duplicates, .keyAs] {
      if let value = settings.value(name) { lines.append("\(name.rawValue) = \(value.luaText)") }
    }
    return lines
  }

  /// Columns that are ignored; flags join them to those that rules name.
  private var ignored: [String] {
    let names = settings.flags.ignore
    guard !names.isEmpty else { return [] }
    guard defined.contains("ignore") else { return ["ignore = " + Self.list(names)] }
    let own = "table.unpack(type(ignore) == \"table\" and ignore or { ignore })"
    return ["ignore = { \(names.map(\.luaText).joined(separator: ", ")), \(own) }"]
  }

  /// Tolerances, which flags lay over comparators column by column.
  private var comparators: [String] {
    var lines: [String] = []
    for tolerance in settings.flags.tolerances where tolerance.column == nil {
      lines.append("tolerance = \(tolerance.amount.luaText)")
    }
    let named = settings.flags.tolerances.filter { $0.column != nil }
    guard !named.isEmpty else { return lines }
    lines.append(
      defined.contains("equal")
        ? "if type(equal) ~= \"table\" then equal = {} end" : "equal = {}")
    return lines
      + named.map { "equal[\(($0.column ?? "").luaText)] = \(Self.comparator($0.amount))" }
  }

  private var renames: [String] {
    let renames = settings.flags.renames
    guard !renames.isEmpty else { return [] }
    let opening = defined.contains("rename") ? [] : ["rename = {}"]
    return opening + renames.map { "rename[\($0.old.luaText)] = \($0.new.luaText)" }
  }

  private static func comparator(_ amount: String) -> String {
    guard amount.last == "%" else { return "luna.compare.number(\(amount))" }
    return "luna.compare.number { relative = \(amount.dropLast()) / 100 }"
  }

  private static func list(_ names: [String]) -> String {
    "{ \(names.map(\.luaText).joined(separator: ", ")) }"
  }
}

import Comparing
import Requests

/// The rules of a session as the text of a rules file.
struct ReplRules {
  /// What was typed, in order.
  let definitions: [String]
  let defined: Set<String>
  let settings: ReplSettings

  /// The first line, by which a file is known that may be written over.
  static let heading = "-- Rules that were saved at the prompt of lunadiff repl."

  var text: String { ([Self.heading] + definitions + lines).map { $0 + "\n" }.joined() }

  private var flags: RuleSet { settings.flags }

  /// What `:key` and `:set` say, as the fields of the same meaning.
  private var lines: [String] { identity + ReplSettings.fields.flatMap(lines) }

  private var identity: [String] {
    switch flags.identity {
    case .columns(let names): ["identity = " + names.luaText]
    case .record: ["identity = \"none\""]
    case .automatic, .script, nil: []
    }
  }

  private func lines(_ field: RuleField) -> [String] {
    guard flags.words(field) != nil else { return [] }
    let name = field.name
    switch field.kind {
    case .isOn, .text, .word, .section: return [flags.luaValue(field).map { "\(name) = \($0)" }].compactMap(\.self)
    case .texts(let place): return [Self.joined(name, flags[keyPath: place] ?? [], to: defined)]
    case .rename: return renames
    case .tolerance: return comparators
    case .identity, .equal, .normalize, .filter, .group, .lists, .columns, .limits: return []
    }
  }

  /// Columns; a field of which flags are joined to what rules name keeps what was defined.
  private static func joined(_ name: String, _ names: [String], to defined: Set<String>) -> String {
    guard defined.contains(name), RuleField.named(name)?.joinsLayers ?? false else {
      return "\(name) = \(names.luaText)"
    }
    let own = "table.unpack(type(\(name)) == \"table\" and \(name) or { \(name) })"
    return "\(name) = { \(names.map(\.luaText).joined(separator: ", ")), \(own) }"
  }

  /// Tolerances, which flags lay over comparators column by column.
  private var comparators: [String] {
    var lines: [String] = []
    if let amount = flags.tolerance?.amount { lines.append("tolerance = \(amount.luaText)") }
    let named = flags.tolerances.filter { $0.column != nil }
    guard !named.isEmpty else { return lines }
    lines.append(defined.contains("equal") ? "if type(equal) ~= \"table\" then equal = {} end" : "equal = {}")
    return lines + named.map { "equal[\(($0.column ?? "").luaText)] = \(RuleSet.luaComparator($0.amount))" }
  }

  private var renames: [String] {
    let opening = defined.contains("rename") ? [] : ["rename = {}"]
    let renames = flags.renames.sortedByName
    return opening + renames.map { "rename[\($0.key.luaText)] = \($0.value.luaText)" }
  }
}

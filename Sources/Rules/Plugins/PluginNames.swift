import LuaRuntime
import Platform
import Records

/// Finds what plug-ins have added to a state, by `plugin:name` or by a name that only one plug-in has.
package struct PluginNames {
  let kind: Plugin.Kind
  let state: LuaState
  /// Names that are there without any plug-in, for messages.
  package var others: [String]
  /// What came of the plug-ins; those that are broken or not loaded may be why a name is unknown.
  package var outcomes: [PluginOutcome] = []

  package init(kind: Plugin.Kind, state: LuaState, others: [String] = [], outcomes: [PluginOutcome] = []) {
    self.kind = kind
    self.state = state
    self.others = others
    self.outcomes = outcomes
  }

  package static func readers(in state: LuaState, outcomes: [PluginOutcome] = []) -> PluginNames {
    PluginNames(kind: .readers, state: state, others: InputFormat.allCases.map(\.rawValue), outcomes: outcomes)
  }

  package func has(_ name: String) throws(LuaError) -> Bool {
    try entries().contains { $0.name == name || $0.fullName == name }
  }

  /// The value of a name; throws where no plug-in or more than one has it.
  package func value(_ name: String) throws(LuaError) -> LuaValue { try entry(name).value }

  func entry(_ name: String) throws(LuaError) -> Entry {
    let all = try entries()
    let found = all.filter { $0.name == name || $0.fullName == name }
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      let candidates = found.map(\.fullName).joined(separator: ", ")
      throw LuaError("the \(kind.singular) '\(name)' is in several plug-ins; say \(candidates)")
    }
    let names = others + all.map(\.fullName)
    let known = names.isEmpty ? "no plug-in adds any" : "known: \(names.joined(separator: ", "))"
    let near = Suggestion.phrase(for: name, among: names + all.map(\.name))
    let plugin = String(name.prefix { $0 != ":" })
    if let problem = outcomes.problem(of: plugin) {
      throw LuaError("unknown \(kind.singular) '\(name)': the plug-in '\(plugin)' \(problem)")
    }
    throw LuaError("unknown \(kind.singular) '\(name)'\(near)\n  \(known)\(outcomes.absentees)")
  }

  /// Where in the order of the search the plug-in stands that a full name is of; those that stand at one place by name.
  func rank(of fullName: String) -> (Int, String) {
    let plugin = String(fullName.prefix { $0 != ":" })
    return (outcomes.firstIndex { $0.name == plugin } ?? outcomes.count, fullName)
  }

  /// The plug-in that something of this full name is of.
  func plugin(of fullName: String) -> Plugin? {
    let name = String(fullName.prefix { $0 != ":" })
    return outcomes.lazy.compactMap { if case .loaded(let plugin) = $0.status { plugin } else { nil } }
      .first { $0.name == name }
  }

  /// Says of all functions what they are: `format ledger:xlog`, or of one of several `reader ledger:fix, sniff`.
  func noteFunctions() throws(LuaError) {
    for entry in try entries() {
      let name = "\(kind.singular) \(entry.fullName)"
      if case .function(let function) = entry.value { try state.note(name, of: function) }
      guard case .table(let table) = entry.value else { continue }
      for (field, value) in try table.sortedPairs() {
        guard case .function(let function) = value, let field = field.text else { continue }
        let isWhole = ["read", "write", "command"].contains(field)
        try state.note(isWhole ? name : "\(name), \(field)", of: function)
      }
    }
  }

  struct Entry {
    let plugin: String
    let name: String
    let value: LuaValue
    var fullName: String { "\(plugin):\(name)" }
  }

  /// Everything of the kind, by plug-in and name.
  func entries() throws(LuaError) -> [Entry] {
    guard case .table(let luna) = try state.global("luna"), case .table(let plugins) = try luna.get("plugins") else {
      return []
    }
    var entries: [Entry] = []
    for (plugin, table) in try plugins.sortedPairs() {
      guard let plugin = plugin.text, case .table(let table) = table,
        case .table(let content) = try table.get(kind.rawValue)
      else { continue }
      for (name, value) in try content.sortedPairs() {
        if let name = name.text { entries.append(Entry(plugin: plugin, name: name, value: value)) }
      }
    }
    return entries
  }
}

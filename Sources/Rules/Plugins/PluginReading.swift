import LuaRuntime
import Platform

/// Checks the table that a plug-in's file returns.
struct PluginReading {
  static let fields =
    ["name", "version", "summary", "license", "api", "requires"] + Plugin.Kind.allCases.map(\.rawValue) + ["tests"]

  let source: PluginSource
  let table: LuaTable

  func plugin() throws(LuaError) -> Plugin {
    for (key, _) in try table.sortedPairs() {
      guard let name = key.text, Self.fields.contains(name) else {
        let got = key.spelling ?? key.typeName
        throw error(
          "unknown field '\(got)'\(Suggestion.phrase(for: got, among: Self.fields))\n"
            + "  known fields: \(Self.fields.joined(separator: ", "))")
      }
    }
    try checkInterface()
    var names: [Plugin.Kind: [String]] = [:]
    for kind in Plugin.Kind.allCases { names[kind] = try self.names(of: kind) }
    // It is there for people who read the file.
    _ = try text("license")
    return Plugin(
      name: try name(), version: try text("version"), summary: try text("summary"), requirements: try requirements(),
      names: names, path: source.path, origin: source.origin, runsPrograms: source.runsPrograms)
  }

  private func requirements() throws(LuaError) -> [PluginRequirement] {
    let value = try table.get("requires")
    if value.isNil { return [] }
    guard case .table(let list) = value else {
      throw expected("a list of texts, as in { \"base >= 1.2\" }", "requires", value)
    }
    var requirements: [PluginRequirement] = []
    for entry in try list.elements() {
      guard let requirement = entry.text.flatMap({ PluginRequirement($0) }) else {
        throw error(
          "'requires' has '\(entry.spelling ?? entry.typeName)'; it is a plug-in's name, and perhaps "
            + "versions, as in \"base >= 1.2, < 2\"")
      }
      requirements.append(requirement)
    }
    return requirements
  }

  private func checkInterface() throws(LuaError) {
    switch try table.get("api") {
    case .nil, .integer(LunaLibrary.interface): return
    case .integer(let number) where number > LunaLibrary.interface:
      throw error(
        "it needs interface \(number) of luna, and this program has \(LunaLibrary.interface); a newer one may have it")
    case let value: throw error("'api' must be 1, got \(value.spelling ?? value.typeName)")
    }
  }

  private func name() throws(LuaError) -> String {
    guard let name = try text("name") else {
      throw error("'name' is missing; a plug-in returns { name = \"…\", version = \"…\", … }")
    }
    guard name.isPluginName else {
      throw error("'name' must be letters, digits and '_', and no digit first; got '\(name)'")
    }
    return name
  }

  private func text(_ field: String) throws(LuaError) -> String? {
    let value = try table.get(field)
    if value.isNil { return nil }
    guard let text = value.text else { throw expected("text", field, value) }
    return text
  }

  private func names(of kind: Plugin.Kind) throws(LuaError) -> [String] {
    let value = try table.get(kind.rawValue)
    if value.isNil { return [] }
    guard case .table(let entries) = value else { throw expected("a table by name", kind.rawValue, value) }
    var names: [String] = []
    for (key, value) in try entries.sortedPairs() {
      guard let name = key.text, name.isPluginName else {
        throw error(
          "'\(kind.rawValue)' has the key \(key.spelling ?? key.typeName); a name is letters, " + "digits and '_'")
      }
      let place = "\(kind.rawValue).\(name)"
      guard kind.accepts(value) else { throw expected(kind.expectation, place, value) }
      try check(kind, value, name, place)
      names.append(name)
    }
    return names
  }

  /// Checks that a reader, a format or rules can be used, before anything uses them.
  private func check(_ kind: Plugin.Kind, _ value: LuaValue, _ name: String, _ place: String) throws(LuaError) {
    if kind == .rules, case .table(let rules) = value {
      var reader = RuleTableReader(source: "\(source.path): rules.\(name)")
      _ = try reader.read(rules)
    }
    do {
      if kind == .readers { _ = try PluginReader(value, name: name, place: place) }
      if kind == .formats { _ = try PluginFormat(value, name: name, place: place) }
    } catch let problem { throw error(problem.message) }
  }

  private func expected(_ what: String, _ field: String, _ value: LuaValue) -> LuaError {
    error("'\(field)' must be \(what), got \(value.typeName)")
  }

  private func error(_ message: String) -> LuaError { LuaError("\(source.path): \(message)") }
}

extension Plugin.Kind {
  fileprivate func accepts(_ value: LuaValue) -> Bool {
    switch value {
    case .function: self != .rules
    case .table: self == .rules || self == .readers || self == .formats
    case .object(let object):
      self == .comparators && object is ComparatorObject || self == .normalizers && object is NormalizerObject
    default: false
    }
  }

  fileprivate var expectation: String {
    switch self {
    case .comparators: "a function that makes a comparator, or a comparator"
    case .normalizers: "a function that makes a normalizer, or a normalizer"
    case .formats: "a function of changes and an output"
    case .readers: "a function of an input and options, or a table of a reader"
    case .rules: "a table of rules"
    }
  }
}

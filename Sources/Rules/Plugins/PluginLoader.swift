import LuaRuntime
import Platform

/// Puts plug-ins into a state: under `luna.plugins`, `luna.compare`, `luna.text` and `require`.
package struct PluginLoader {
  /// What came of each file, in the order of the search.
  package private(set) var outcomes: [PluginOutcome] = []
  /// The globals of the plug-ins' files, to be frozen with those of the rules.
  package private(set) var environments: [LuaTable] = []

  private let state: LuaState
  private var loaded: [(plugin: Plugin, table: LuaTable)] = []
  private var registered: Set<String> = []

  /// Loads plug-ins into a state that has `luna`; of several with one name the first is taken.
  ///
  /// What a plug-in requires is loaded before it.
  /// A broken plug-in is an error only where it is required; what the others are asked for later says why they are
  /// not there.
  /// - Throws: ``RuleError`` for a required plug-in that is broken.
  package init(_ sources: [PluginSource], into state: LuaState) throws {
    self.state = state
    for source in sources.inOrderOfNeed {
      if let outcome = PluginOutcome(untrusted: source) {
        outcomes.append(outcome)
        continue
      }
      do { try load(source) } catch {
        guard !source.isRequired else { throw error }
        outcomes.append(
          .init(path: source.path, origin: source.origin, name: source.stem, status: .broken(message: "\(error)")))
      }
      try RuleError.locating { () throws(LuaError) in try registerWhole() }
    }
    let places = Dictionary(sources.enumerated().map { ($1.path, $0) }) { first, _ in first }
    outcomes.sort { places[$0.path, default: 0] < places[$1.path, default: 0] }
    loaded.sort { places[$0.plugin.path, default: 0] < places[$1.plugin.path, default: 0] }
    try checkRequirements(required: Set(sources.lazy.filter(\.isRequired).map(\.path)))
    try RuleError.locating { () throws(LuaError) in try register() }
  }

  private mutating func checkRequirements(required: Set<String>) throws(RuleError) {
    while let (plugin, problem) = PluginRequirements(loaded.map(\.plugin), outcomes).firstProblem {
      let message = "\(plugin.path): \(problem)"
      guard !required.contains(plugin.path) else {
        var error = RuleError(LuaError(message))
        error.plugin = plugin.name
        throw error
      }
      loaded.removeAll { $0.plugin.path == plugin.path }
      for index in outcomes.indices where outcomes[index].path == plugin.path {
        outcomes[index].status = .broken(message: message)
      }
    }
  }

  /// The plug-in that a file of messages belongs to.
  static func name(ofFile path: String?, in outcomes: [PluginOutcome]) -> String? {
    outcomes.first { $0.path == path }?.name
  }

  private mutating func load(_ source: PluginSource) throws {
    let text = try source.text.get()
    do throws(LuaError) {
      let (plugin, table) = try run(text, source)
      if let other = loaded.first(where: { $0.plugin.name == plugin.name }) {
        guard source.origin != PluginSource.hostOrigin else {
          throw LuaError("\(source.path): '\(plugin.name)' is the name of another plug-in, \(other.plugin.path)")
        }
        add(plugin, .hidden(plugin, by: other.plugin.path))
      } else {
        loaded.append((plugin, table))
        add(plugin, .loaded(plugin))
      }
    } catch {
      var error = RuleError(error)
      if case .missingModule(let name) = error.error.complaint, PluginWords(of: source).required.contains(name) {
        let absence = PluginRequirements([], outcomes).absence(of: name)
        error = RuleError(LuaError("\(source.path): it requires '\(name)': \(absence)"))
      }
      error.plugin = source.stem
      throw error
    }
  }

  private mutating func add(_ plugin: Plugin, _ status: PluginOutcome.Status) {
    outcomes.append(.init(path: plugin.path, origin: plugin.origin, name: plugin.name, status: status))
  }

  private mutating func run(_ text: [UInt8], _ source: PluginSource) throws(LuaError) -> (Plugin, LuaTable) {
    let environment = try state.makeEnvironment(source.places)
    let chunk = try state.load(text, name: source.path, environment: environment)
    let result = try state.call(chunk).first ?? .nil
    guard case .table(let table) = result else {
      throw LuaError(
        "\(source.path): a plug-in returns a table with its name and what it adds, not "
          + (result.isNil ? "nothing" : "a \(result.typeName)"))
    }
    environments.append(environment)
    let plugin = try PluginReading(source: source, table: table).plugin()
    let isFirst = !registered.contains(plugin.name)
    for (kind, place) in Self.places where isFirst && !(plugin.names[kind] ?? []).isEmpty {
      guard try library(place).rawGet(.string(plugin.name)).isNil else {
        throw LuaError("\(source.path): 'luna.\(place).\(plugin.name)' is the library's own; take another name")
      }
    }
    return (plugin, table)
  }

  /// Where comparators and normalizers stand beside the library's own.
  private static let places: [(Plugin.Kind, String)] = [(.comparators, "compare"), (.normalizers, "text")]

  /// A table of `luna`, or `luna` itself, for writing.
  private func library(_ field: String? = nil) throws(LuaError) -> LuaTable {
    var value = try state.global("luna")
    if let field, case .table(let luna) = value { value = try luna.rawGet(.string(field)) }
    guard case .table(let table) = value else { throw LuaError("luna\(field.map { ".\($0)" } ?? "") is missing") }
    return try table.content()
  }

  /// Lets the next plug-ins use those that have what they require.
  private mutating func registerWhole() throws(LuaError) {
    let versions = Dictionary(loaded.map { ($0.plugin.name, $0.plugin.version) }) { one, _ in one }
    let next = loaded.first { entry in
      !registered.contains(entry.plugin.name)
        && entry.plugin.requirements.allSatisfy { needed in
          registered.contains(needed.name) && needed.accepts(versions[needed.name] ?? nil)
        }
    }
    guard let next else { return }
    try register(next.plugin, next.table)
    try registerWhole()
  }

  private mutating func register() throws(LuaError) {
    for (plugin, table) in loaded where !registered.contains(plugin.name) { try register(plugin, table) }
    try refuseUnknownNames()
  }

  private mutating func register(_ plugin: Plugin, _ table: LuaTable) throws(LuaError) {
    let name = plugin.name
    registered.insert(name)
    let view = LuaValue.table(try table.frozen(as: "luna.plugins.\(name)"))
    try library("plugins").set(name, view)
    try state.setModule(name, view)
    for (kind, place) in Self.places {
      guard case .table(let added) = try table.get(kind.rawValue) else { continue }
      try library(place).set(name, .table(added))
      try refuseUnknownNames(of: added, in: "luna.\(place).\(name)")
    }
  }

  /// Makes reading a name that a plug-in has not added an error that says what it has.
  private func refuseUnknownNames(of added: LuaTable, in prefix: String) throws(LuaError) {
    let table = try added.content()
    let known = try table.sortedPairs().compactMap(\.key.text)
    try setIndex(of: table) { call throws(LuaError) in
      let name = try call.value(2).spelling ?? call.typeName(2)
      throw LuaError(Self.unknown(name, in: prefix, known: known, plugins: []))
    }
  }

  private func setIndex(of table: LuaTable, _ body: @escaping LuaBody) throws(LuaError) {
    try state.run(
      "local t, f = ... if not getmetatable(t) then setmetatable(t, { __index = f }) end", name: LunaLibrary.chunkName,
      arguments: [.table(table), .native("index", body)])
  }

  /// Makes reading a name that is not there an error that says what is, or why the plug-in is not.
  private func refuseUnknownNames() throws(LuaError) {
    let outcomes = outcomes
    let homes = homes
    for place in [nil, "compare", "text", "plugins"] {
      let table = try library(place)
      let prefix = place.map { "luna.\($0)" } ?? "luna"
      let known = try table.sortedPairs().compactMap(\.key.text)
      try setIndex(of: table) { call throws(LuaError) in
        let name = try call.value(2).spelling ?? call.typeName(2)
        if let problem = outcomes.problem(of: name) { throw LuaError("the plug-in '\(name)' \(problem)") }
        let plugins = homes["\(place ?? "").\(name)"] ?? []
        let words = Self.unknown(name, in: prefix, known: known, plugins: plugins)
        throw LuaError(words + (place == nil ? "" : outcomes.absentees))
      }
    }
  }

  /// For `compare.within` the plug-ins that have such a comparator, and so on.
  private var homes: [String: [String]] {
    var homes: [String: [String]] = [:]
    for (plugin, _) in loaded {
      for (kind, place) in Self.places {
        for name in plugin.names[kind] ?? [] { homes["\(place).\(name)", default: []].append(plugin.name) }
      }
    }
    return homes
  }

  private static func unknown(_ name: String, in prefix: String, known: [String], plugins: [String]) -> String {
    let text = "unknown name '\(prefix).\(name)'"
    if !plugins.isEmpty {
      let names = plugins.map { "'\($0).\(name)'" }
      return text + "; did you mean \(names.joined(separator: " or "))?"
    }
    if prefix == "luna", LuaAnnotations.members.contains(name) {
      return text + "; only driver scripts have it: lunadiff run SCRIPT.lua"
    }
    let near = Suggestion.phrase(for: name, among: known)
    return text + (near.isEmpty ? "; known are \(known.joined(separator: ", "))" : near)
  }
}

/// Whether the plug-ins are there that others need.
struct PluginRequirements {
  private let plugins: [String: Plugin]
  private let order: [Plugin]
  private let outcomes: [PluginOutcome]

  /// - Parameter outcomes: What came of all, for messages about those that are not there.
  init(_ plugins: [Plugin], _ outcomes: [PluginOutcome]) {
    order = plugins
    self.plugins = Dictionary(plugins.map { ($0.name, $0) }) { first, _ in first }
    self.outcomes = outcomes
  }

  /// The first plug-in that lacks something, and what.
  var firstProblem: (plugin: Plugin, problem: String)? {
    for plugin in order { if let problem = problem(of: plugin) { return (plugin, problem) } }
    return nil
  }

  private func problem(of plugin: Plugin) -> String? {
    if let circle = circle(from: plugin) { return "it requires itself: \(circle.joined(separator: " → "))" }
    for requirement in plugin.requirements {
      guard let other = plugins[requirement.name] else {
        return "it requires '\(requirement.spelling)': \(absence(of: requirement.name))"
      }
      guard requirement.accepts(other.version) else {
        let version = other.version.map { "the version \($0)" } ?? "no version"
        return "it requires '\(requirement.spelling)', and \(other.path) has \(version)"
      }
    }
    return nil
  }

  func absence(of name: String) -> String {
    let problem = outcomes.problem(of: name).map { "the plug-in '\(name)' \($0)" }
    return problem ?? "there is no plug-in '\(name)'; it has to be added first"
  }

  /// The names on the way from a plug-in back to itself; `nil` where there is none.
  private func circle(from plugin: Plugin) -> [String]? {
    var ways = [[plugin.name]]
    var seen: Set<String> = []
    while let way = ways.popLast() {
      for requirement in way.last.flatMap({ plugins[$0] })?.requirements ?? [] {
        if requirement.name == plugin.name { return way + [plugin.name] }
        guard seen.insert(requirement.name).inserted else { continue }
        ways.append(way + [requirement.name])
      }
    }
    return nil
  }
}

extension [PluginSource] {
  /// The same so that what a plug-in requires goes before it, as far as the texts say that; else in their order.
  var inOrderOfNeed: [PluginSource] {
    let word = [UInt8]("requires".utf8)
    let isDeclared = word.withBytes { word in
      contains { $0.readText.withBytes { $0.firstIndex(of: word) != nil } }
    }
    guard isDeclared else { return self }
    let declared = map { PluginWords(of: $0) }
    var order: [Int] = []
    var seen: Set<Int> = []
    func visit(_ index: Int) {
      guard seen.insert(index).inserted else { return }
      for other in indices where declared[index].needs(declared[other], isBefore: other < index) { visit(other) }
      order.append(index)
    }
    indices.forEach(visit)
    return order.map { self[$0] }
  }
}

/// What the text of a plug-in says of its name and of those that it requires, before it is run.
struct PluginWords {
  private var names: Set<String>
  private(set) var required: Set<String> = []

  init(of source: PluginSource) {
    names = [source.stem]
    let words = LuaTokens.all(in: source.readText)
    for (place, word) in words.enumerated() where word.kind == .name && place + 2 < words.count {
      guard words[place + 1].is("=") else { continue }
      let rest = words[(place + 2)...]
      if word.text == "name", rest[place + 2].kind == .string {
        names.insert(Self.content(rest[place + 2]))
      } else if word.text == "requires" {
        let list = rest.prefix { !$0.is("}") }.filter { $0.kind == .string }
        required.formUnion(list.compactMap { PluginRequirement(Self.content($0))?.name })
      }
    }
  }

  private static func content(_ word: LuaToken) -> String { String(word.text.dropFirst().dropLast()) }

  /// Whether another has to be loaded before this one: it is required, or of two of one name the first.
  fileprivate func needs(_ other: PluginWords, isBefore: Bool) -> Bool {
    !required.isDisjoint(with: other.names) || isBefore && !names.isDisjoint(with: other.names)
  }
}

import LuaRuntime

/// Whether the plug-ins are there that others need.
struct PluginRequirements {
  /// Those that are there.
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
    for plugin in order {
      if let problem = problem(of: plugin) { return (plugin, problem) }
    }
    return nil
  }

  private func problem(of plugin: Plugin) -> String? {
    if let circle = circle(from: plugin) {
      return "it requires itself: \(circle.joined(separator: " → "))"
    }
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

  /// Why there is no plug-in of a name.
  func absence(of name: String) -> String {
    let problem = outcomes.problem(of: name).map { "the plug-in '\(name)' \($0)" }
    return problem
      ?? "there is no plug-in '\(name)'; lunadiff plugins add PATH puts one in its place"
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
    guard contains(where: { (try? $0.text.get())?.contains(word) ?? false }) else { return self }
    let declared = map { PluginWords(of: $0) }
    var order: [Int] = []
    var seen: Set<Int> = []
    func visit(_ index: Int) {
      guard seen.insert(index).inserted else { return }
      for other in indices where declared[index].needs(declared[other], isBefore: other < index) {
        visit(other)
      }
      order.append(index)
    }
    indices.forEach(visit)
    return order.map { self[$0] }
  }
}

/// What the text of a plug-in says of its name and of those that it requires, before it is run.
struct PluginWords {
  /// What it may be called.
  private var names: Set<String>
  private(set) var required: Set<String> = []

  init(of source: PluginSource) {
    names = [source.stem]
    let words = LuaTokens.all(in: (try? source.text.get()) ?? [])
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

  private static func content(_ word: LuaToken) -> String {
    String(word.text.dropFirst().dropLast())
  }

  /// Whether another has to be loaded before this one: it is required, or of two of one name the first.
  fileprivate func needs(_ other: PluginWords, isBefore: Bool) -> Bool {
    !required.isDisjoint(with: other.names) || isBefore && !names.isDisjoint(with: other.names)
  }
}

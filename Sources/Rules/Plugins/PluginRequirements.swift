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

  private func absence(of name: String) -> String {
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

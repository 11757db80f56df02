import LuaRuntime
import Rules

/// A manifest of a batch: a file in Lua that returns a list of pairs.
///
/// It runs as rules do, without files or system, since every worker runs it for the rules that stand in it.
package struct Manifest {
  package let name: String
  package let text: [UInt8]
  package let list: PairList
  private let state: LuaState

  /// Runs a manifest.
  ///
  /// - Parameters:
  ///   - plugins: Plug-ins that it may use, in the order of the search.
  ///   - print: Takes what it prints, a line at a time.
  /// - Throws: ``RuleError`` where it fails, or returns something else.
  package init(
    name: String, text: [UInt8], directory: String, plugins: [PluginSource] = [],
    limits: LuaLimits = .rules,
    print: @escaping @Sendable ([UInt8]) -> Void = { _ in }
  ) throws {
    self.name = name
    self.text = text
    let state = try RuleError.locating { () throws(LuaError) in
      let state = try LuaState(profile: .rules, limits: limits)
      state.printer = print
      var lookups = LookupFiles(plugins: plugins)
      lookups.add(name, in: directory)
      try LunaLibrary.install(in: state, lookups: lookups)
      return state
    }
    self.state = state
    _ = try PluginLoader(plugins, into: state)
    list = try RuleError.locating { () throws(LuaError) in
      let environment = try state.makeEnvironment(LuaModules(directories: [directory]))
      let chunk = try state.load(text, name: name, environment: environment)
      let result = try state.call(chunk).first ?? .nil
      return try PairList(result, source: name)
    }
  }
}

import LuaRuntime

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
  /// - Throws: ``RuleError`` where it fails, or returns something else.
  package init(
    name: String, text: [UInt8], directories: [String], limits: LuaLimits = .rules
  ) throws {
    self.name = name
    self.text = text
    (state, list) = try RuleError.locating { () throws(LuaError) in
      let state = try LuaState(profile: .rules, limits: limits)
      state.printer = { _ in }
      try LunaLibrary.install(in: state)
      try state.setModuleDirectories(directories)
      let chunk = try state.load(text, name: name, environment: try state.makeEnvironment())
      let result = try state.call(chunk).first ?? .nil
      return (state, try PairList(result, source: name))
    }
  }
}

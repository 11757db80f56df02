import LuaRuntime
import Records
import Rules

/// A driver script: a program in Lua that loads, compares and reports as it likes.
package struct DriverProgram {
  /// What messages call it.
  package let name: String
  /// The Lua text.
  package let text: [UInt8]
  /// What the script finds in `arg`.
  package let arguments: [String]
  /// Where `require` looks.
  package let directories: [String]
  /// Plug-ins that the script may use, in the order of the search.
  package var plugins: [PluginSource] = []
  /// Plug-ins that rules files of a batch may use, which run as rules do.
  package var rulePlugins: [PluginSource] = []
  /// What the script may use.
  package var limits = LuaLimits.unlimited
  /// What the script works with.
  package var context = ScriptContext()
  /// Where `print` goes; `nil`: to standard output.
  package var printer: (([UInt8]) -> Void)?

  package init(name: String, text: [UInt8], arguments: [String], directories: [String]) {
    self.name = name
    self.text = text
    self.arguments = arguments
    self.directories = directories
  }

  /// Runs the script to its end.
  ///
  /// Inputs that it loaded must not change until they are closed, or the script ends.
  ///
  /// - Returns: The status it gave to `os.exit`, or 0.
  /// - Throws: ``RuleError`` where it fails.
  package func run() throws -> Int {
    let inputs = InputWatch()
    return try inputs.guarding { try run(watching: inputs) }
  }

  private func run(watching inputs: InputWatch) throws -> Int {
    var context = context
    context.inputs = inputs
    context.absentees = plugins.untrusted
    let state = try RuleError.locating { () throws(LuaError) in try makeState(context) }
    let loader = try PluginLoader(plugins, into: state)
    do throws(LuaError) {
      let values = arguments.enumerated().map { index, text in
        (LuaValue.integer(Int64(index) + 1), LuaValue.path(text))
      }
      try state.setGlobal("arg", .map([(.integer(0), .path(name))] + values))
      let chunk = try state.load(text, name: name)
      context.debugger?.start()
      _ = try state.call(chunk, arguments.map { .path($0) })
      return 0
    } catch {
      if case .exit(let status) = error.kind { return status }
      var failure = RuleError(error)
      failure.blame(loader.outcomes)
      throw failure
    }
  }

  private func makeState(_ context: ScriptContext) throws(LuaError) -> LuaState {
    let state = try LuaState(
      profile: .driver, limits: limits, recorder: context.recorder, debugger: context.debugger)
    if let printer { state.printer = printer }
    try LunaLibrary.install(
      in: state, lookups: LookupFiles(plugins: plugins, directories: directories + ["."]),
      more: DriverLibrary.functions(context, plugins: rulePlugins, absentees: plugins.untrusted))
    try state.setModuleDirectories(directories)
    return state
  }
}

import LuaRuntime
import Platform
import Records
import Requests
import Rules

/// A driver script to be run, as `lunadiff run` does.
package struct ScriptRequest: Sendable {
  /// The script's path.
  package var path: String
  /// What the script finds in `arg`.
  package var arguments: [String]
  /// Where plug-ins are looked for.
  ///
  /// They run as the script does, with `io` and `os`.
  package var plugins = PluginSearch()
  /// Where plug-ins are looked for that rules files of `luna.batch` use; they run as rules do, in a sandbox.
  package var rulePlugins = PluginSearch()
  /// What the script may use; unlimited unless it is said otherwise.
  package var limits = ScriptLimits.unlimited
  /// Where `print` in rules files of `luna.batch` goes, a line at a time, from any thread; that of the script itself goes
  /// to standard output.
  package var print: @Sendable ([UInt8]) -> Void = { _ in }
  /// Takes down what the script, its rules and plug-ins do.
  package var recorder: LuaRecorder?
  /// Stops the script where somebody wants to look at it.
  package var debugger: LuaDebugger?

  /// A run of a script.
  package init(path: String, arguments: [String] = []) {
    self.path = path
    self.arguments = arguments
  }
}

/// Runs a driver script, with the whole of `luna` and of Lua's own libraries.
///
/// - Returns: The exit status: what the script gave to `os.exit`, or 0.
/// - Throws: `LunaDiffError` where the script cannot be read or fails, or standard output does not take what it wrote.
package func run(_ request: ScriptRequest) throws(LunaDiffError) -> Int {
  do {
    var program = DriverProgram(
      name: request.path, text: try TextFile.read(request.path), arguments: request.arguments,
      directories: [FilePath.directory(of: request.path)])
    program.plugins = request.plugins.sources()
    program.rulePlugins = request.rulePlugins.sources()
    program.limits = request.limits.bridged
    program.context.print = request.print
    program.context.recorder = request.recorder
    program.context.debugger = request.debugger
    program.context.pluginSearch = request.rulePlugins
    let status = try program.run()
    try LuaOutput.check()
    return status
  } catch { throw LunaDiffError(error) }
}

extension LuaOutput {
  /// Throws unless all that the script wrote to standard output was taken.
  fileprivate static func check() throws {
    let operation = "write standard output"
    switch finish() {
    case .whole: break
    case .failed(let code): throw SystemError(operation, Errno(code))
    case .incomplete: throw LunaDiffError("cannot \(operation): a part of it was not taken")
    }
  }
}

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
      let values = arguments.enumerated().map { index, text in (LuaValue.integer(Int64(index) + 1), LuaValue.path(text))
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
    let state = try LuaState(profile: .driver, limits: limits, recorder: context.recorder, debugger: context.debugger)
    if let printer { state.printer = printer }
    try LunaLibrary.install(
      in: state, lookups: LookupFiles(plugins: plugins, directories: directories + ["."]),
      more: DriverLibrary.functions(context, plugins: rulePlugins, absentees: plugins.untrusted))
    try state.setModuleDirectories(directories)
    return state
  }
}

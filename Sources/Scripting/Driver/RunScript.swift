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
  } catch {
    throw LunaDiffError(error)
  }
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

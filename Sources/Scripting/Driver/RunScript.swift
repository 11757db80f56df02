import LuaRuntime
import Platform
import Records
import Requests
import Rules

/// A driver script to be run, as `lunadiff run` does.
package struct ScriptRequest: Sendable {
  package var path: String
  /// What the script finds in `arg`.
  package var arguments: [String]
  /// What the script, its plug-ins and rules files of `luna.batch` run in, which is unlimited unless it is said
  /// otherwise.
  ///
  /// Plug-ins run as the script does, with `io` and `os`, but for those of a batch's rules and inputs, which run with
  /// these in a sandbox. `print` of the script itself goes to standard output.
  package var options = ComparisonOptions.unlimited

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
    let program = DriverProgram(
      name: request.path, text: try TextFile.read(request.path), arguments: request.arguments,
      directories: [FilePath.directory(of: request.path)], options: request.options)
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
  package let name: String
  package let text: [UInt8]
  /// What the script finds in `arg`.
  package let arguments: [String]
  /// Where `require` looks.
  package let directories: [String]
  private let options: ComparisonOptions
  /// Where `print` goes; `nil`: to standard output.
  package var printer: (([UInt8]) -> Void)?

  package init(
    name: String, text: [UInt8], arguments: [String], directories: [String], options: ComparisonOptions = .unlimited
  ) {
    self.options = options
    self.name = name
    self.text = text
    self.arguments = arguments
    self.directories = directories
  }

  /// Runs the script to its end, and returns the status it gave to `os.exit`, or 0.
  ///
  /// Inputs that it loaded must not change until they are closed, or the script ends.
  package func run() throws -> Int {
    let inputs = InputWatch()
    return try inputs.guarding { try run(watching: inputs) }
  }

  private func run(watching inputs: InputWatch) throws -> Int {
    var environment = options.environment
    environment.directories = directories
    let context = ScriptContext(options, environment, watching: inputs)
    let (state, loader) = try environment.makeState(.driver, more: DriverLibrary.functions(context), printer: printer)
    do throws(LuaError) {
      let values = arguments.enumerated().map { index, text in (LuaValue.integer(index + 1), LuaValue.path(text))
      }
      try state.setGlobal("arg", .map([(.integer(0), .path(name))] + values))
      let chunk = try state.load(text, name: name)
      environment.debugger?.start()
      _ = try state.call(chunk, arguments.map { .path($0) })
      return 0
    } catch {
      if case .exit(let status) = error.kind { return status }
      var failure = RuleError(error)
      failure.blame(loader.outcomes)
      throw failure
    }
  }
}

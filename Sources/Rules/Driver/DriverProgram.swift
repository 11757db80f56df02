import LuaRuntime

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
  /// What the script may use.
  package var limits = LuaLimits.unlimited
  /// Where `print` goes; `nil`: to standard output.
  package var printer: ((UnsafeRawBufferPointer) -> Void)?

  package init(name: String, text: [UInt8], arguments: [String], directories: [String]) {
    self.name = name
    self.text = text
    self.arguments = arguments
    self.directories = directories
  }

  /// Runs the script to its end.
  ///
  /// - Returns: The status it gave to `os.exit`, or 0.
  /// - Throws: ``RuleError`` where it fails.
  package func run() throws -> Int {
    do throws(LuaError) {
      let state = try LuaState(profile: .driver, limits: limits)
      if let printer { state.printer = printer }
      try LunaLibrary.install(in: state, more: DriverLibrary.functions)
      try state.setModuleDirectories(directories)
      let values = arguments.enumerated().map { index, text in
        (LuaValue.integer(Int64(index) + 1), LuaValue.string(text))
      }
      try state.setGlobal("arg", .map([(.integer(0), .string(name))] + values))
      let chunk = try state.load(text, name: name)
      _ = try state.call(chunk, arguments.map { .string($0) })
      return 0
    } catch {
      if case .exit(let status) = error.kind { return status }
      throw RuleError(error)
    }
  }
}

import LuaRuntime
import Platform
import Records

/// What a function finds of an input that makes the command line of a reader.
final class CommandInput: LuaObject {
  static let luaName = "input"

  private let input: ReaderInput
  private let file: (path: String, isAddress: Bool, scratch: ScratchFile?)
  private let advice: String?

  /// So much may a program write that is asked something beforehand.
  private static let longestAnswer = 16 << 20

  /// - Parameter advice: How the reader's program is installed.
  init(_ input: ReaderInput, advice: String?) throws {
    self.input = input
    self.advice = advice
    file = try input.file()
  }

  static func describe(_ type: inout LuaType<CommandInput>) {
    type.property("name") { object, _ in .path(object.input.name) }
    type.property("path") { object, _ in .path(object.file.path) }
    type.dataError { $0.input.name }
    type.method("has") { (_, call) throws(LuaError) in
      .one(.boolean(SearchPath.has(try call.path(2))))
    }
    type.method("run") { (object, call) throws(LuaError) in
      let line = try CommandLine(call.table(2), place: "input:run")
      var options = ReadOptions()
      options.inputLimit = .atMost(longestAnswer)
      let output = try hosting { try object.output(of: line, options) }
      return .one(.string(Array(output.bytes)))
    }
  }

  /// All that a program writes that reads the input as its standard input, and finds its path in `LUNADIFF_INPUT`.
  func output(of line: CommandLine, _ options: ReadOptions) throws -> ByteStorage {
    guard input.allowsPrograms else {
      throw RecordError(.program(.notAllowed(program: line.program)), file: input.name)
    }
    var program = Subprocess(line.program, line.arguments)
    if !file.isAddress { program.input = file.path }
    program.environment = [("LUNADIFF_INPUT", file.path)]
    return try ByteStorage.output(
      of: program, name: input.name, advice: advice, options: options, while: input.isWanted)
  }
}

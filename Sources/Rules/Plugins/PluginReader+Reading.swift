import LuaRuntime
import Records

extension PluginReader {
  /// What a reader gave.
  enum Reading {
    case records(RecordInput)
    /// Bytes that are read as a file of the input's name.
    case file(ByteStorage)
  }

  /// Reads an input.
  ///
  /// - Throws: ``RuleError`` where the reader fails, `RecordError` where the input or a program does.
  func read(_ input: ReaderInput, in state: LuaState) throws -> Reading {
    let settings = try naming { () throws(LuaError) in try options(input.settings) }
    switch way {
    case .function(let function):
      return .records(
        try RecordStream(reader: name, in: state).records(
          of: input.text(), by: function, settings, input.options))
    case .command(let command):
      return try read(input, by: command, settings, state)
    }
  }

  private func read(
    _ input: ReaderInput, by command: LuaValue, _ settings: LuaValue, _ state: LuaState
  ) throws -> Reading {
    let given = try CommandInput(input, advice: advice)
    let (line, own) = try naming { () throws(LuaError) in
      let words = try words(command, given, settings, state)
      let output = try words.get("output")
      return (
        try CommandLine(words, place: "command"),
        output.isNil ? nil : try CommandOutput(output, place: "command.output")
      )
    }
    guard let output = own ?? output else {
      var anything = input.options
      anything.readsAnything = true
      return .file(try given.output(of: line, anything))
    }
    let options = output.options(besides: input.options)
    var bytes = try given.output(of: line, options)
    if bytes.bytes.isEmpty, let empty = output.empty {
      bytes = ByteStorage(copying: empty)
    }
    return .records(try RecordInput.read(bytes, name: input.name, options: options))
  }

  private func words(
    _ command: LuaValue, _ input: CommandInput, _ settings: LuaValue, _ state: LuaState
  ) throws(LuaError) -> LuaTable {
    var command = command
    if case .function(let function) = command {
      command = try state.call(function, [.object(input), settings]).first ?? .nil
    }
    guard case .table(let words) = command else {
      throw LuaError(
        "it returned \(command.isNil ? "nothing" : "a \(command.typeName)"); a command is a list of a program "
          + "and its arguments")
    }
    return words
  }

  /// Lets an error name the reader.
  private func naming<R>(_ body: () throws(LuaError) -> R) throws(RuleError) -> R {
    do { return try body() } catch {
      var named = RuleError(error)
      named.reader = name
      throw named
    }
  }
}

import LuaRuntime
import Platform
import Records

/// A reader of a plug-in's: how it reads, and which inputs it claims.
struct PluginReader {
  /// How records come about.
  enum Way {
    case function(LuaFunction)
    /// By what a program writes: a list of words, or a function that makes one.
    case command(LuaValue)
  }

  let name: String
  let way: Way
  /// How what a program writes is read; `nil`: as a file of the input's name.
  private(set) var output: CommandOutput?
  /// How the program is installed.
  private(set) var advice: String?
  /// The extensions of names that it claims, in small letters.
  private(set) var extensions: [String] = []
  /// The schemes of addresses that it claims.
  private(set) var schemes: [String] = []
  /// Tells by an input's first bytes and its name whether it is one to read.
  private(set) var sniff: LuaFunction?
  /// The options that it takes; `nil`: any.
  private(set) var schema: OptionSchema?

  private static let fields = [
    "read", "command", "output", "install", "extensions", "schemes", "sniff", "options",
  ]

  /// - Parameter place: What messages call its fields, such as `readers.x`.
  init(_ value: LuaValue, name: String, place: String) throws(LuaError) {
    self.name = name
    switch value {
    case .function(let function): way = .function(function)
    case .table(let table):
      way = try Self.way(table, place)
      for (field, value) in try table.fields(Self.fields, called: "field", of: "\(place).") {
        try set(field, value, "\(place).\(field)")
      }
    default:
      throw LuaError(
        "'\(place)' must be a function of an input and options, or a table of a reader, got " + value.typeName)
    }
  }

  private static func way(_ table: LuaTable, _ place: String) throws(LuaError) -> Way {
    let (read, command) = (try table.get("read"), try table.get("command"))
    switch (read, command) {
    case (.function(let function), .nil): return .function(function)
    case (.nil, .function): return .command(command)
    case (.nil, .table(let words)):
      _ = try CommandLine(words, place: "\(place).command")
      return .command(command)
    case (.nil, .nil):
      throw LuaError("'\(place)' has neither 'read', a function, nor 'command', a list of a program and its arguments")
    case (.nil, _):
      throw LuaError(
        "'\(place).command' must be a list of a program and its arguments, or a function that makes one, "
          + "got \(command.typeName)")
    case (_, .nil): throw LuaError("'\(place).read' must be a function, got \(read.typeName)")
    default: throw LuaError("'\(place)' has both 'read' and 'command'; it is read in one way")
    }
  }

  private mutating func set(_ field: String, _ value: LuaValue, _ place: String) throws(LuaError) {
    switch (field, value) {
    case ("output", _): output = try CommandOutput(value, place: place)
    case ("install", .string): advice = value.text
    case ("extensions", .table(let list)): extensions = try Self.names(list, place).map { $0.lowercased() }
    case ("schemes", .table(let list)): schemes = try Self.names(list, place).map { $0.lowercased() }
    case ("sniff", .function(let function)): sniff = function
    case ("options", _): schema = try OptionSchema(value, place: place)
    case ("read", _), ("command", _): break
    default:
      let wanted = ["install": "text", "sniff": "a function"][field] ?? "a list of texts"
      throw LuaError("'\(place)' must be \(wanted), got \(value.typeName)")
    }
  }

  private static func names(_ list: LuaTable, _ place: String) throws(LuaError) -> [String] {
    let names = try list.elements().compactMap(\.text)
    guard try names.count == list.sortedPairs().count, !names.contains(where: { $0.hasPrefix(".") }) else {
      throw LuaError("'\(place)' must be a list of texts without dots in front")
    }
    return names
  }

  func options(_ settings: LuaValue) throws(LuaError) -> LuaValue {
    guard let schema else { return settings.isNil ? .map([]) : settings }
    return .map(
      try schema.values(of: settings.settings(), owner: "the reader '\(name)'", flag: "\(Setting("input-option"))"))
  }
}

extension PluginReader {
  enum Reading {
    case records(RecordInput)
    /// Bytes that are read as a file of the input's name.
    case file(ByteStorage)
  }

  func read(_ input: ReaderInput, in state: LuaState) throws -> Reading {
    let settings = try naming { () throws(LuaError) in try options(input.settings) }
    switch way {
    case .function(let function):
      return .records(
        try RecordStream(reader: name, in: state).records(of: input.text(), by: function, settings, input.options))
    case .command(let command): return try read(input, by: command, settings, state)
    }
  }

  private func read(_ input: ReaderInput, by command: LuaValue, _ settings: LuaValue, _ state: LuaState) throws
    -> Reading
  {
    if input.options.folder != nil, try settings.settings().contains(where: { $0.name == "query" }) {
      throw RecordError(
        .reported("a test gives no 'query' to a program: it could read other files", hint: "use the option 'table'"),
        file: input.name)
    }
    let given = try CommandInput(input, advice: advice)
    let (line, own) = try naming { () throws(LuaError) in
      let words = try words(command, given, settings, state)
      let output = try words.get("output")
      let own = output.isNil ? nil : try CommandOutput(output, place: "command.output")
      return (try CommandLine(words, place: "command"), own)
    }
    guard let output = own ?? output else {
      var anything = input.options
      anything.readsAnything = true
      return .file(try given.output(of: line, anything))
    }
    let options = output.options(besides: input.options)
    var bytes = try given.output(of: line, options)
    if bytes.bytes.isEmpty, let empty = output.empty { bytes = ByteStorage(copying: empty) }
    return .records(try RecordInput.read(bytes, name: input.name, options: options))
  }

  private func words(_ command: LuaValue, _ input: CommandInput, _ settings: LuaValue, _ state: LuaState)
    throws(LuaError) -> LuaTable
  {
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

  private func naming<R>(_ body: () throws(LuaError) -> R) throws(RuleError) -> R {
    try RuleError.locating(part: "reader '\(name)'", body)
  }
}

/// How what a program writes is read.
struct CommandOutput {
  private let options: ReadOptions
  /// What stands for the output where there is none.
  let empty: [UInt8]?

  /// Reads `"csv"`, or the same as options of reading: `{ format = "csv", null = "" }`.
  ///
  /// - Parameter place: What messages call it.
  init(_ value: LuaValue, place: String) throws(LuaError) {
    var options = ReadOptions()
    var empty: [UInt8]?
    switch value {
    case .string: options.format = value.text.flatMap(InputFormat.init(rawValue:))
    case .table(let table):
      options = try ReadOptions(table, besides: ["empty"])
      if case .string(let bytes) = try table.get("empty") { empty = bytes }
    default: break
    }
    guard let format = options.format else {
      let formats = InputFormat.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw LuaError("'\(place)' must be one of \(formats), or { format = …, … } as luna.load has it")
    }
    // Of one column the first lines could decide on anything.
    if format.hasRows, format.delimiter == nil, options.delimiter == nil { options.delimiter = UInt8(ascii: ",") }
    options.hasLines = false
    self.options = options
    self.empty = empty ?? (format.isDocument ? Array("[]".utf8) : nil)
  }

  /// The options by which the output is read: its own form, and what the input's say beside the form.
  func options(besides input: ReadOptions) -> ReadOptions {
    var options = options
    options.nullTokens += input.nullTokens
    options.renamesHeaders = options.renamesHeaders || input.renamesHeaders
    options.elements = options.elements ?? input.elements
    options.pointer = options.pointer ?? input.pointer
    options.ragged = input.ragged
    options.inputLimit = input.inputLimit
    options.workers = input.workers
    options.meter = input.meter
    options.watch = input.watch
    return options
  }
}

import LuaRuntime
import Platform

/// A reader of a plug-in's: how it reads, and which inputs it claims.
struct PluginReader {
  /// How records come about.
  enum Way {
    /// By a function that gives one record after another.
    case function(LuaFunction)
    /// By what a program writes: a list of words, or a function that makes one.
    case command(LuaValue)
  }

  /// `plugin:name`.
  let name: String
  let way: Way
  /// How what a program writes is read; `nil`: as a file of the input's name.
  private(set) var output: CommandOutput?
  /// How the program is installed.
  private(set) var advice: String?
  /// The programs that it may run, any of which will do.
  private(set) var programs: [String] = []
  /// The extensions of names that it claims, in small letters.
  private(set) var extensions: [String] = []
  /// The schemes of addresses that it claims.
  private(set) var schemes: [String] = []
  /// Tells by an input's first bytes and its name whether it is one to read.
  private(set) var sniff: LuaFunction?
  /// The options that it takes; `nil`: any.
  private(set) var schema: OptionSchema?

  private static let fields = [
    "read", "command", "output", "programs", "install", "extensions", "schemes", "sniff", "options",
  ]

  /// Reads what a plug-in declares: a function, or a table.
  ///
  /// - Parameters:
  ///   - name: `plugin:name`.
  ///   - place: What messages call its fields, such as `readers.x`.
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
        "'\(place)' must be a function of an input and options, or a table of a reader, got "
          + value.typeName)
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
      throw LuaError(
        "'\(place)' has neither 'read', a function, nor 'command', a list of a program and its arguments"
      )
    case (.nil, _):
      throw LuaError(
        "'\(place).command' must be a list of a program and its arguments, or a function that makes one, "
          + "got \(command.typeName)")
    case (_, .nil): throw LuaError("'\(place).read' must be a function, got \(read.typeName)")
    default: throw LuaError("'\(place)' has both 'read' and 'command'; it is read in one way")
    }
  }

  private mutating func set(
    _ field: String, _ value: LuaValue, _ place: String
  ) throws(LuaError) {
    switch (field, value) {
    case ("output", _): output = try CommandOutput(value, place: place)
    case ("programs", .table(let list)): programs = try Self.names(list, place)
    case ("install", .string): advice = value.text
    case ("extensions", .table(let list)):
      extensions = try Self.names(list, place).map { $0.lowercased() }
    case ("schemes", .table(let list)):
      schemes = try Self.names(list, place).map { $0.lowercased() }
    case ("sniff", .function(let function)): sniff = function
    case ("options", _): schema = try OptionSchema(value, place: place)
    case ("read", _), ("command", _): break
    default:
      let wanted = ["install": "text", "sniff": "a function"][field] ?? "a list of texts"
      throw LuaError("'\(place)' must be \(wanted), got \(value.typeName)")
    }
  }

  /// What it says of itself.
  var part: Plugin.Part {
    get throws(LuaError) {
      var part = Plugin.Part(kind: .readers, name: String(name.split(separator: ":").last ?? ""))
      part.programs = programs
      if programs.isEmpty, case .command(.table(let words)) = way {
        part.programs = [try CommandLine(words, place: name).program]
      }
      part.advice = advice
      part.claims = extensions.map { ".\($0)" } + schemes.map { "\($0)://" }
      part.options = schema?.described
      return part
    }
  }

  private static func names(_ list: LuaTable, _ place: String) throws(LuaError) -> [String] {
    let names = try list.elements().compactMap(\.text)
    guard try names.count == list.sortedPairs().count, !names.contains(where: { $0.hasPrefix(".") })
    else { throw LuaError("'\(place)' must be a list of texts without dots in front") }
    return names
  }

  /// What the reader finds as its options.
  func options(_ settings: LuaValue) throws(LuaError) -> LuaValue {
    guard let schema else { return settings.isNil ? .map([]) : settings }
    return .map(
      try schema.values(
        of: settings.settings(), owner: "the reader '\(name)'", flag: "\(Setting("input-option"))"))
  }
}

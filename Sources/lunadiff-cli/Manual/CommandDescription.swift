import ArgumentParser
import Records

/// A command as its manual page, its completions and the look at its words know it.
struct CommandDescription {
  let command: any DocumentedCommand.Type
  /// What stands on the command line without a name.
  let operands: [FlagDescription]
  let flags: [FlagDescription]

  var subcommands: [String] { command.configuration.subcommands.map { $0.commandName } }

  /// Reads what the argument parser tells tools that ask for it by a flag: JSON.
  ///
  /// The arguments of a command of the command's count as its own, those of one name once.
  init(of command: any DocumentedCommand.Type) { self.init(of: command, includesCommands: true) }

  init(of command: any DocumentedCommand.Type, includesCommands: Bool) {
    self.command = command
    let dump = Self.dump(of: command)
    var names: Set<String> = []
    let inner = includesCommands ? dump.objects("subcommands").filter { $0.text("commandName") != "help" } : []
    let arguments = ([dump] + inner)
      .flatMap { $0.objects("arguments") }
      .filter { $0.isTrue("shouldDisplay") }
      .map { (isOperand: $0.text("kind") == "positional", flag: FlagDescription($0)) }
      .filter { names.insert($0.isOperand ? "<\($0.flag.value ?? "")>" : $0.flag.names.joined()).inserted }
    operands = arguments.filter(\.isOperand).map(\.flag)
    flags = arguments.filter { !$0.isOperand }.map(\.flag)
  }

  private static func dump<Described: DocumentedCommand>(of command: Described.Type) -> Object {
    do { _ = try Alone<Described>.parseAsRoot(["--experimental-dump-help"]) } catch {
      let root = Object(Value.object(JSONText(utf8: Array(Alone<Described>.fullMessage(for: error).utf8))))
      return root.object("command").objects("subcommands").first ?? Object(.absent)
    }
    return Object(.absent)
  }
}

/// A parser of one command, for that some commands take any flag for an argument of what they run.
private struct Alone<Only: DocumentedCommand>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(version: LunaDiffCommand.configuration.version, subcommands: [Only.self])
  }
}

struct FlagDescription {
  /// Flags that may stand alone: a value is only ever joined to them, as in `--profile=FILE`.
  static let bare: Set<String> = ["--coverage", "--profile"]

  /// Flags that are used often, and that have a value in no command.
  static let alone = [
    "-q", "--quiet", "-v", "--verbose", "--ignore-order", "--ignore-case", "--trim", "--no-findings", "--no-group",
    "--no-pager", "--no-project", "--no-compile", "--no-header", "--patchable", "--recursive", "--stages",
    "--statistics", "--strict-columns",
  ]

  /// The names with their dashes; empty for an operand.
  let names: [String]
  /// The name of the value; `nil` for a flag without one, and where the flag may stand alone.
  let value: String?
  /// The heading that it stands under; empty without one.
  let section: String
  /// The words that the value may be; empty where it may be anything.
  let words: [String]
  let isDirectory: Bool
  let summary: String
  /// What `--help` adds to it.
  let details: String

  /// The headings of flags that many commands have, in the order in which pages show them, behind those of a command's
  /// own; a flag stands under the heading that names it, whatever group it is defined in.
  private static let headings: KeyValuePairs<String, Set<String>> = [
    "Rules": [], "Output": [], "Input": [], "Exit status": [],
    "Order and duplicates": ["--ignore-order", "--moves", "--duplicates"],
    "Nested data and sections": ["--list", "--json-column", "--section", "--elements", "--section-key"],
    "One input alone": Set(["old", "new"].flatMap { side in sided.map { "--\(side)-\($0)" } }),
    "Lua and plug-ins": [
      "--plugin", "--no-project", "--debug", "--profile", "--memory-limit", "--time-limit", "--instruction-limit",
      "--no-compile", "--traceback",
    ], "Limits": ["--input-limit", "--threads"], "Help and version": ["--help", "--version"],
  ]
  private static let sided = [
    "format", "option", "delimiter", "no-header", "columns", "encoding", "skip-lines", "skip-last-lines", "at",
  ]

  /// The heading of a flag that is defined under another one, or under none.
  static func heading(of name: String, under title: String) -> String {
    headings.first { $0.value.contains(name) }?.key ?? title
  }

  /// Headings in the order of pages: what is a command's own comes first.
  static func inOrder(_ titles: [String]) -> [String] {
    let known = headings.map(\.key)
    return titles.filter { !known.contains($0) } + known.filter(titles.contains)
  }

  fileprivate init(_ dump: Object) {
    names = dump.objects("names").map { name in (name.text("kind") == "long" ? "--" : "-") + name.text("name") }
    let isAlone = dump.text("kind") == "flag" || names.contains(where: Self.bare.contains)
    value = isAlone ? nil : dump.text("valueName")
    section = Self.heading(of: names.last ?? "", under: dump.text("sectionTitle"))
    words = dump.object("completionKind").object("list").texts("values")
    isDirectory = dump.object("completionKind").has("directory")
    (summary, details) = (dump.text("abstract"), dump.text("discussion"))
  }
}

/// A JSON object by its members' names; what is absent or of another kind is empty.
private struct Object {
  private let members: [(name: Text, value: Value)]

  init(_ value: Value) { if case .object(let text) = value { members = text.members } else { members = [] } }

  func text(_ name: String) -> String { if case .text(let text) = value(name) { text.string } else { "" } }

  func has(_ name: String) -> Bool { value(name) != .absent }

  func texts(_ name: String) -> [String] {
    guard case .array(let array) = value(name) else { return [] }
    return array.elements.compactMap { if case .text(let text) = $0 { text.string } else { nil } }
  }

  func isTrue(_ name: String) -> Bool { value(name) == .boolean(true) }

  func object(_ name: String) -> Object { Object(value(name)) }

  func objects(_ name: String) -> [Object] {
    if case .array(let array) = value(name) { array.elements.map(Object.init) } else { [] }
  }

  private func value(_ name: String) -> Value { members.first { $0.name.string == name }?.value ?? .absent }
}

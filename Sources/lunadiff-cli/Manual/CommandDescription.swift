import ArgumentParser
import Records

/// A command as its manual page and its completions know it.
struct CommandDescription {
  /// The name of the subcommand.
  let name: String
  /// What it does, in one sentence.
  let summary: String
  /// What else there is to know; paragraphs.
  let discussion: String
  /// How it is called, a form a line.
  let usage: String
  /// The end of its page of help: examples, the exit status.
  let closing: String
  /// What stands on the command line without a name.
  let operands: [FlagDescription]
  /// The names of its own commands.
  let subcommands: [String]
  /// Flags with and without values.
  let flags: [FlagDescription]
}

/// A flag, or an operand.
struct FlagDescription {
  /// Flags that may stand alone: a value is only ever joined to them, as in `--profile=FILE`.
  static let bare: Set<String> = ["--coverage", "--profile"]

  /// The names with their dashes; empty for an operand.
  let names: [String]
  /// The name of the value; `nil` for a flag without one, and where the flag may stand alone.
  let value: String?
  /// The heading that it stands under; empty without one.
  let section: String
  /// The words that the value may be; empty where it may be anything.
  let words: [String]
  /// Whether the definition says that it is a directory.
  let isDirectory: Bool
  /// One line of help.
  let summary: String
  /// What `--help` adds to it.
  let details: String
  /// Whether it may be said several times.
  let isRepeating: Bool
}

extension CommandDescription {
  /// All commands that have a page of help, in its order, from the definitions that arguments are parsed by.
  ///
  /// What the argument parser makes of them for tools is JSON, which `_dumpHelp` gives. Its own `--help-hidden`, manual and
  /// completions do without what stands here: two lengths of help, examples, columns of the inputs on the line, several words
  /// with commas between them.
  static func all() -> [CommandDescription] {
    let root = Object(Value.object(JSONText(utf8: Array(LunaDiffCommand._dumpHelp().utf8))))
    let dumps = root.object("command").objects("subcommands")
    return LunaDiffCommand.commands.compactMap { command in
      dumps.first { $0.text("commandName") == command.commandName }.map { CommandDescription(command, $0) }
    }
  }

  /// A command, from its definition.
  init(of command: any DocumentedCommand.Type) {
    let dump = Object(Value.object(JSONText(utf8: Array(command._dumpHelp().utf8))))
    self.init(command, dump.object("command"))
  }

  private init(_ command: any DocumentedCommand.Type, _ dump: Object) {
    let arguments = Self.arguments(dump)
    self.init(
      name: command.commandName, summary: command.configuration.abstract, discussion: command.configuration.discussion,
      usage: command.configuration.usage ?? "", closing: command.closing,
      operands: arguments.filter { $0.text("kind") == "positional" }.map(FlagDescription.init),
      subcommands: Self.inner(dump).map { $0.text("commandName") },
      flags: arguments.filter { $0.text("kind") != "positional" }.map(FlagDescription.init))
  }
}

extension CommandDescription {
  /// The arguments of a command, and of the commands that it has, those of one name once.
  private static func arguments(_ dump: Object) -> [Object] {
    let all = ([dump] + inner(dump)).flatMap { $0.objects("arguments") }
    var names: Set<String> = []
    return all.filter { argument in
      let own = argument.objects("names").map { $0.text("name") }
      let name = own.isEmpty ? "<\(argument.text("valueName"))>" : own.joined(separator: " ")
      return argument.isTrue("shouldDisplay") && names.insert(name).inserted
    }
  }

  private static func inner(_ dump: Object) -> [Object] {
    dump.objects("subcommands").filter { $0.text("commandName") != "help" }
  }
}

extension FlagDescription {
  fileprivate init(_ dump: Object) {
    let names = dump.objects("names").map { name in (name.text("kind") == "long" ? "--" : "-") + name.text("name") }
    let isAlone = dump.text("kind") == "flag" || names.contains(where: Self.bare.contains)
    self.init(
      names: names, value: isAlone ? nil : dump.text("valueName"), section: dump.text("sectionTitle"),
      words: dump.object("completionKind").object("list").texts("values"),
      isDirectory: dump.object("completionKind").has("directory"), summary: dump.text("abstract"),
      details: dump.text("discussion"), isRepeating: dump.isTrue("isRepeating"))
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

import ArgumentParser
import Platform
import Records
import Reports
import Requests

enum Program {
  /// Does what the arguments say; every failure ends here, as one message on standard error.
  static func run(_ arguments: [String]) -> ExitStatus {
    let command = command(of: arguments)
    do {
      let page = HelpPage(arguments: arguments)
      if let unknown = unknownCommand(in: arguments, isCertain: page != nil) { throw unknown }
      if let page {
        try page.write()
        return .same
      }
      if command.ownArguments(arguments).contains("--version") {
        try StandardOutput.print("\(LunaDiffCommand.configuration.version)\n")
        return .same
      }
      let parsed = try parse(arguments)
      // A single word is no comparison.
      if let diff = parsed as? DiffCommand, diff.new == nil,
        let unknown = unknownCommand(in: arguments, isCertain: true)
      {
        throw unknown
      }
      return try parsed.execute()
    } catch is ReaderClosed { return .same } catch let failure as LunaDiffError {
      let message = failure.message { PipedCommand.text(arguments, reading: $0, command) }
      return trouble(message + missingCommandHint(message, arguments))
    } catch let failure as RecordError { return trouble(failure.message) } catch let failure as CommandError {
      return trouble(failure.message)
    } catch let failure as OutputError { return trouble(CommandError(failure).message) } catch let failure
      as SystemError
    { return trouble(failure.description) } catch let failure as any HintedError {
      // As a rule's that fails when a report asks it again.
      return trouble(LunaDiffError(failure).message)
    } catch { return end(with: error, of: arguments) }
  }

  /// The command with its arguments; `diff` need not be named.
  ///
  /// It is parsed as if it were the only one: to look through all of them costs more time than two small files take.
  static func parse(_ arguments: [String]) throws -> any Command {
    let command = command(of: arguments)
    let outer = (command.configuration._superCommandName ?? "").split(separator: " ").dropFirst().map(String.init)
    let names = outer + [command.commandName]
    let words = arguments.starts(with: names) ? Array(arguments.dropFirst(names.count)) : arguments
    let parsed = try command.parseAsRoot(OptionWords.joined(words, of: command))
    guard let command = parsed as? any Command else {
      throw CommandError("a command is missing", hint: "lunadiff --help shows them")
    }
    return command
  }

  /// The error of a first argument, or of one after a command that has commands, that is neither a command nor a file.
  ///
  /// - Parameter isCertain: Whether a word unlike the names of commands cannot be an input.
  private static func unknownCommand(in arguments: [String], isCertain: Bool = false) -> CommandError? {
    let arguments = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    let outer = LunaDiffCommand.command(named: arguments.first)
    let names =
      outer?.configuration.subcommands.map { $0.commandName } ?? LunaDiffCommand.commands.map { $0.commandName }
    let takesFiles = outer == nil || outer == BatchCommand.self
    guard let word = (outer == nil ? arguments : arguments.dropFirst()).first, !names.isEmpty, !names.contains(word),
      takesFiles ? isName(word) && !FilePath.exists(word) : !word.hasPrefix("-")
    else { return nil }
    // Comparing is the purpose of the program, and no command has its name.
    let nearest = Suggestion.nearest(to: word, among: outer == nil ? names + ["compare"] : names)
    let meant = nearest == "compare" ? DiffCommand.commandName : nearest
    guard meant != nil || isCertain || !takesFiles else { return nil }
    let prefix = outer.map { "\($0.commandName) " } ?? ""
    return CommandError(
      "unknown command '\(prefix)\(word)'" + Suggestion.phrase(meant.map { prefix + $0 }),
      hint: takesFiles
        ? "there is no file of this name either; lunadiff \(prefix)--help lists the commands"
        : "the commands of lunadiff \(prefix)are \(names.joined(separator: ", "))")
  }

  private static func isName(_ word: String) -> Bool { !word.isEmpty && word.allSatisfy(\.isLetter) }

  /// Says that the input which is missing is no command, either.
  private static func missingCommandHint(_ message: String, _ arguments: [String]) -> String {
    guard let word = arguments.first, isName(word), message.hasPrefix("\(word): "), !FilePath.exists(word) else {
      return ""
    }
    return "\n  hint: there is no command of this name either; lunadiff --help lists the commands"
  }

  fileprivate static func command(of arguments: [String]) -> any DocumentedCommand.Type {
    LunaDiffCommand.command(at: arguments) ?? DiffCommand.self
  }

  /// Says the argument parser's error with this tool's status and in its way.
  private static func end(with error: any Error, of arguments: [String]) -> ExitStatus {
    let command = command(of: arguments)
    let message = UsageMessage.text(command.message(for: error), command)
    let surplus = UsageMessage.surplus(message)
    // Flags of a command that is missing are unknown, too.
    let isPair = arguments.count { !$0.hasPrefix("-") } == 2
    if surplus != nil || command == DiffCommand.self && !isPair,
      let unknown = unknownCommand(in: arguments, isCertain: true)
    {
      return trouble(unknown.message)
    }
    let unnamed = command == ExplainCommand.self ? surplus : nil
    let key = unnamed.map { "--key \($0.shellWord) explains the record of this key; " } ?? ""
    return trouble(CommandError(message, hint: "\(key)\(HelpPage.name(of: command)) --help lists the flags").message)
  }

  private static func trouble(_ message: String) -> ExitStatus {
    Diagnostics.error(message)
    return .trouble
  }
}

/// The command under way with standard input in place of one of its files.
enum PipedCommand {
  private static let readers: [any DocumentedCommand.Type] = [
    DiffCommand.self, ProbeCommand.self, MergeCommand.self, PatchCommand.self,
  ]

  /// The command line for a shell, with the file as a pipe; `nil` if the command takes none, or names it not just once.
  static func text(_ arguments: [String], reading file: String, _ command: any DocumentedCommand.Type) -> String? {
    guard readers.contains(where: { $0 == command }), !arguments.contains("-"), !arguments.contains("--watch"),
      arguments.filter({ $0 == file }).count == 1
    else { return nil }
    let words = ["lunadiff"] + arguments.map { $0 == file ? "-" : $0 }
    return words.map(\.shellWord).joined(separator: " ")
  }
}

/// The page that `-h`, `--help` and `help` show: the flags of a command, then examples.
struct HelpPage {
  let text: String
  private let isPaged: Bool

  /// The page that the arguments ask for; `nil` if they ask for none.
  init?(arguments: [String]) {
    guard let (command, isLong) = Self.requested(arguments) else { return nil }
    isPaged = isLong && !arguments.contains("--no-pager")
    let body = Help.$isLong.withValue(isLong) {
      LunaDiffCommand.helpMessage(for: command, columns: min(Terminal.width(.standardOutput) ?? 80, 100))
    }
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasPrefix("OVERVIEW: ") ? $0.dropFirst("OVERVIEW: ".count) : $0
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    lines = OrderedHelp(lines.map(Self.withOptionalValue)).lines
    var end = command.closing + "\n"
    if !isLong, lines.count > ShortHelp.longest {
      lines = ShortHelp(lines).lines
      end += "\n\(Self.name(of: command)) --help has all flags, and says more of each.\n"
    }
    text = lines.joined(separator: "\n") + "\n\n" + end
  }

  /// Writes the page to standard output; the whole page of a command goes through the pager if there is one.
  func write() throws {
    try ProgramOutput.write(to: nil, pager: isPaged ? Pager() : nil) { try $0.write(Array(text.utf8)) }
  }

  /// A line of a flag that may stand alone, so that it shows that.
  private static func withOptionalValue(_ line: Substring) -> Substring {
    for name in FlagDescription.bare where line.hasPrefix("  \(name) <file>") {
      let rest = line.dropFirst("  \(name) <file>".count)
      return "  \(name)[=<file>]" + (rest.hasPrefix("  ") ? rest.dropFirst(2) : rest)
    }
    return line
  }

  fileprivate static func name(of command: any DocumentedCommand.Type) -> String {
    let outer = command.configuration._superCommandName ?? "lunadiff"
    return command == DiffCommand.self ? outer : "\(outer) \(command.commandName)"
  }

  private static func requested(_ arguments: [String]) -> (command: any DocumentedCommand.Type, isLong: Bool)? {
    if arguments.first == "help" { return (Program.command(of: Array(arguments.dropFirst())), true) }
    let command = Program.command(of: arguments)
    let own = command.ownArguments(arguments)
    if own.contains("-h") { return (command, false) }
    return own.contains("--help") ? (command, true) : nil
  }
}

/// A page with its flags under the headings that a reader looks for, a command's own first.
private struct OrderedHelp {
  private var blocks: [(title: String, lines: [Substring])] = []
  private let opening: [[Substring]]
  private let end: [[Substring]]

  init(_ page: [Substring]) {
    let all = page.split(separator: "").map(Array.init)
    func hasFlags(_ block: [Substring]) -> Bool { block.dropFirst().contains { $0.hasPrefix("  -") } }
    let first = all.firstIndex(where: hasFlags) ?? all.endIndex
    let last = all.lastIndex(where: hasFlags).map { $0 + 1 } ?? all.endIndex
    (opening, end) = (Array(all[..<first]), Array(all[last...]))
    for block in all[first..<last] { add(block) }
  }

  /// Adds the flags of a block, each with all of its lines, where they belong.
  private mutating func add(_ block: [Substring]) {
    var title = ""
    for line in block.dropFirst() {
      if line.hasPrefix("  -") {
        let name = line.split { $0 == " " || $0 == "," || $0 == "[" }.first { $0.hasPrefix("--") } ?? ""
        title = FlagDescription.heading(of: String(name), under: Self.title(block[0]))
        if !blocks.contains(where: { $0.title == title }) { blocks.append((title, ["\(title.uppercased()):"])) }
      }
      if let place = blocks.firstIndex(where: { $0.title == title }) { blocks[place].lines.append(line) }
    }
  }

  /// `Exit status` for `EXIT STATUS:`.
  private static func title(_ heading: Substring) -> String {
    heading.prefix(1) + heading.dropFirst().dropLast().lowercased()
  }

  var lines: [Substring] {
    let ordered = FlagDescription.inOrder(blocks.map(\.title)).compactMap { title in
      blocks.first { $0.title == title }?.lines
    }
    return Array((opening + ordered + end).joined(separator: [""]))
  }
}

/// The page of `-h` where it is long: of flags that many commands have those that are used most, and all of the
/// command's own.
private struct ShortHelp {
  private(set) var lines: [Substring] = []

  /// How many lines a page has before flags are left out.
  static let longest = 60

  private static let usual: Set<Substring> = [
    "-k,", "-r,", "--ignore", "--only", "--tolerance", "--ignore-case", "--trim", "--rename", "--ignore-order",
    "--normalize", "--old-normalize", "-f,", "-o,", "--report", "--output-dir", "--show", "--limit", "-q,",
    "--fail-on", "--accept", "--recursive", "--manifest", "--delimiter", "--encoding",
  ]
  /// The headings that flags of many commands stand under.
  private static let shared: Set<Substring> = [
    "RULES:", "INPUT:", "OUTPUT:", "LIMITS:", "EXIT STATUS:", "PAIRS:", "SUMMARY:", "ORDER AND DUPLICATES:",
    "NESTED DATA AND SECTIONS:", "ONE INPUT ALONE:", "LUA AND PLUG-INS:", "HELP AND VERSION:",
  ]
  /// Commands that few people type.
  private static let rare: Set<Substring> = [
    "history", "accept", "patch", "merge", "run", "check", "test", "plugins", "completions",
    "manual",
  ]

  /// - Parameter page: The lines of the whole page: words, usage, flags under headings.
  init(_ page: [Substring]) {
    let blocks = page.split(separator: "", omittingEmptySubsequences: true).map(Array.init)
    let usage = blocks.firstIndex { $0[0].hasPrefix("USAGE:") } ?? 0
    let shown = [blocks[0], Self.usage(blocks[usage])] + blocks[(usage + 1)...].map(Self.flags).filter { $0.count > 1 }
    lines = Array(shown.joined(separator: [""]))
  }

  private static func usage(_ block: [Substring]) -> [Substring] {
    func name(_ line: Substring) -> Substring? {
      line.split(separator: " ").drop { $0 != "lunadiff" }.dropFirst().first
    }
    let others = block.compactMap(name).filter(rare.contains)
    guard Set(others).count > 1 else { return block }
    let words = "and \(others.joined(separator: ", ")): lunadiff COMMAND -h tells of each".wrapped(to: 65)
    return block.filter { name($0).map { !rare.contains($0) } ?? true }
      + words.split(separator: "\n").map { Substring("       " + $0) }
  }

  /// The flags of a heading that are shown, each with all of its lines.
  private static func flags(_ block: [Substring]) -> [Substring] {
    var isShown = true
    return block.filter { line in
      if line.hasPrefix("  -") {
        let name = line.split(separator: " ")[0]
        isShown = !shared.contains(block[0]) || usual.contains(name)
      }
      return isShown
    }
  }
}

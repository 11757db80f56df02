import ArgumentParser
import Platform
import Records
import Requests

enum Program {
  /// Does what the arguments say; every failure ends here, as one message on standard error.
  static func run(_ arguments: [String]) -> ExitStatus {
    let command = command(of: arguments)
    do {
      if let page = HelpPage(arguments: arguments) {
        try StandardOutput.print(page.text)
        return .same
      }
      if command.ownArguments(arguments).contains("--version") {
        try StandardOutput.print("\(LunaDiffCommand.configuration.version)\n")
        return .same
      }
      return try parse(arguments).execute()
    } catch is ReaderClosed { return .same } catch let failure as LunaDiffError {
      return trouble(failure.message { PipedCommand.text(arguments, reading: $0, command) })
    } catch let failure as RecordError { return trouble(failure.message) } catch let failure as CommandError {
      return trouble(failure.message)
    } catch let failure as OutputError { return trouble(CommandError(failure).message) } catch let failure
      as SystemError
    { return trouble(failure.description) } catch let failure as any HintedError {
      // As a rule's that fails when a report asks it again.
      return trouble(LunaDiffError(failure).message)
    } catch { return end(with: error, LunaDiffCommand.command(at: arguments) ?? command) }
  }

  /// The command with its arguments; `diff` need not be named.
  ///
  /// It is parsed as if it were the only one: to look through all of them costs more time than two small files take.
  static func parse(_ arguments: [String]) throws -> any Command {
    try checkCommand(arguments)
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

  /// Refuses a first argument that is a slip for a command, and no input.
  private static func checkCommand(_ arguments: [String]) throws {
    let names = LunaDiffCommand.commands.map { $0.commandName }
    guard let word = arguments.first, !names.contains(word), word.allSatisfy(\.isLetter),
      let meant = Suggestion.nearest(to: word, among: names), !FilePath.exists(word)
    else { return }
    throw CommandError(
      "unknown command '\(word)'; did you mean '\(meant)'?",
      hint: "there is no file of this name either; lunadiff --help lists the commands")
  }

  /// The parser would take the name of a command of a command for an operand, where that has some.
  private static func command(of arguments: [String]) -> any DocumentedCommand.Type {
    if arguments.starts(with: ["batch", BatchReportCommand.commandName]) { return BatchReportCommand.self }
    return LunaDiffCommand.command(named: arguments.first) ?? DiffCommand.self
  }

  /// Says the argument parser's error with this tool's status and in its way.
  private static func end(with error: any Error, _ command: any DocumentedCommand.Type) -> ExitStatus {
    let outer = command.configuration._superCommandName ?? "lunadiff"
    let name = command == DiffCommand.self ? outer : "\(outer) \(command.commandName)"
    let message = UsageMessage.text(command.message(for: error), command)
    return trouble(CommandError(message, hint: "\(name) --help lists the flags").message)
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

  /// The page that the arguments ask for; `nil` if they ask for none.
  init?(arguments: [String]) {
    guard let (command, isLong) = Self.requested(arguments) else { return nil }
    let body = Help.$isLong.withValue(isLong) {
      LunaDiffCommand.helpMessage(for: command, columns: min(Terminal.width(.standardOutput) ?? 80, 100))
    }
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasPrefix("OVERVIEW: ") ? $0.dropFirst("OVERVIEW: ".count) : $0
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    lines = lines.map(Self.withOptionalValue)
    text = lines.joined(separator: "\n") + "\n\n" + command.closing + "\n"
  }

  /// A line of a flag that may stand alone, so that it shows that.
  private static func withOptionalValue(_ line: Substring) -> Substring {
    for name in FlagDescription.bare where line.hasPrefix("  \(name) <file>") {
      let rest = line.dropFirst("  \(name) <file>".count)
      return "  \(name)[=<file>]" + (rest.hasPrefix("  ") ? rest.dropFirst(2) : rest)
    }
    return line
  }

  private static func requested(_ arguments: [String]) -> (command: any DocumentedCommand.Type, isLong: Bool)? {
    if arguments.first == "help" {
      return (LunaDiffCommand.command(at: Array(arguments.dropFirst())) ?? DiffCommand.self, true)
    }
    let command = LunaDiffCommand.command(at: arguments) ?? DiffCommand.self
    let own = command.ownArguments(arguments)
    if own.contains("-h") { return (command, false) }
    return own.contains("--help") ? (command, true) : nil
  }
}

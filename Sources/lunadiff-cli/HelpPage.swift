import ArgumentParser

/// The page that `-h`, `--help` and `help` show: the flags of a command, then examples.
struct HelpPage {
  /// The page as text.
  let text: String

  /// The page that the arguments ask for; `nil` if they ask for none.
  init?(arguments: [String]) {
    guard let command = Self.requested(arguments) else { return nil }
    let body = LunaDiffCommand.helpMessage(
      for: command, columns: min(Terminal.width(.standardOutput) ?? 80, 100))
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("OVERVIEW: ") ? $0.dropFirst("OVERVIEW: ".count) : $0 }
    while lines.last?.isEmpty == true { lines.removeLast() }
    text = lines.joined(separator: "\n") + "\n\n" + command.closing + "\n"
  }

  private typealias Documented = any DocumentedCommand.Type
  /// Every command, in the order of the manual; `diff` needs no name.
  static let commands: [any DocumentedCommand.Type] = [
    DiffCommand.self, BatchCommand.self, ProbeCommand.self, PatchCommand.self, MergeCommand.self,
    RunCommand.self, ReplCommand.self, CheckCommand.self, InitCommand.self, PluginsCommand.self,
    CompletionsCommand.self, ManualCommand.self,
  ]

  private static func requested(_ arguments: [String]) -> Documented? {
    let named = commands.first { $0._commandName == arguments.first }
    if arguments.first == "help" {
      return commands.first { $0._commandName == arguments.dropFirst().first } ?? DiffCommand.self
    }
    let own = (named ?? DiffCommand.self).ownArguments(arguments)
    guard own.contains(where: { $0 == "-h" || $0 == "--help" }) else { return nil }
    return named ?? DiffCommand.self
  }
}

/// A command with a page of help.
protocol DocumentedCommand: ParsableCommand {
  /// What stands at the end of the page: the other commands, examples.
  static var closing: String { get }
  /// Those of the arguments that are meant for the command itself.
  static func ownArguments(_ arguments: [String]) -> ArraySlice<String>
}

extension DocumentedCommand {
  static func ownArguments(_ arguments: [String]) -> ArraySlice<String> {
    arguments.prefix { $0 != "--" }
  }
}

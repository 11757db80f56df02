import ArgumentParser
import Rules

/// `lunadiff`: nothing but its subcommands, of which `diff` needs no name.
struct LunaDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lunadiff",
    abstract: "Compares two collections of records under rules written in Lua.",
    version: "lunadiff \(ProgramVersion.number)",
    subcommands: commands,
    defaultSubcommand: DiffCommand.self)

  /// Every command, in the order of the manual.
  static let commands: [any DocumentedCommand.Type] = [
    DiffCommand.self, BatchCommand.self, ProbeCommand.self, ExplainCommand.self, LearnCommand.self,
    PatchCommand.self,
    MergeCommand.self, ViewCommand.self, RunCommand.self, ReplCommand.self, CheckCommand.self,
    TestCommand.self,
    InitCommand.self, GitCommand.self, ShardCommand.self, PluginsCommand.self,
    CompletionsCommand.self, ManualCommand.self,
  ]

  /// The command of a name; `nil` if it is none.
  static func command(named name: String?) -> (any DocumentedCommand.Type)? {
    commands.first { $0.commandName == name }
  }

  /// The command that arguments begin with, down to a command of a command; `nil` if it is none.
  static func command(at arguments: [String]) -> (any DocumentedCommand.Type)? {
    let command = command(named: arguments.first)
    let inner = command?.configuration.subcommands
      .first { $0.commandName == arguments.dropFirst().first }
    return inner as? any DocumentedCommand.Type ?? command
  }
}

extension ParsableCommand {
  /// Its name on the command line, which the configuration of every command here says.
  static var commandName: String { configuration.commandName ?? "" }
}

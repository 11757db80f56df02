import ArgumentParser

/// `lunadiff`: nothing but its subcommands, of which `diff` needs no name.
struct LunaDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lunadiff",
    abstract: "Compares two collections of records under rules written in Lua.",
    version: "lunadiff \(Program.version)",
    subcommands: [
      DiffCommand.self, BatchCommand.self, ProbeCommand.self, PatchCommand.self, MergeCommand.self,
      RunCommand.self, ReplCommand.self, CheckCommand.self, InitCommand.self, PluginsCommand.self,
      CompletionsCommand.self, ManualCommand.self,
    ],
    defaultSubcommand: DiffCommand.self)
}

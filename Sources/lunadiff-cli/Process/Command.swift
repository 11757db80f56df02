import ArgumentParser

/// A subcommand that says how it ended.
protocol Command: ParsableCommand {
  /// Does the work.
  func execute() throws -> ExitStatus
}

/// A command with a page of help.
protocol DocumentedCommand: Command {
  /// What stands at the end of the page: the other commands, examples.
  static var closing: String { get }
  /// Those of the arguments that are meant for the command itself.
  static func ownArguments(_ arguments: [String]) -> ArraySlice<String>
}

extension DocumentedCommand {
  static func ownArguments(_ arguments: [String]) -> ArraySlice<String> { arguments.prefix { $0 != "--" } }
}

extension CommandConfiguration {
  /// A command of `lunadiff`.
  ///
  /// That it names what it is a command of also spares the parser to look for its own requests for completions, which
  /// takes as long as to read the arguments.
  init(ofLunadiff name: String, abstract: String, usage: String, discussion: String = "") {
    self.init(
      commandName: name, _superCommandName: "lunadiff", abstract: abstract, usage: usage, discussion: discussion)
  }
}

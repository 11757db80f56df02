import ArgumentParser

/// `lunadiff manual [COMMAND]`: a page of the manual, as `man` formats it.
struct ManualCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "manual",
    abstract: "Writes the manual page of a command, in mdoc.",
    usage: """
      lunadiff manual [COMMAND]
      lunadiff manual --list
      """,
    discussion: "Without a command it is the page of lunadiff itself, which has the flags of diff.")

  @Argument(
    help: Help.flag("The command that the page is about."),
    completion: .list(LunaDiffCommand.commands.map { $0.commandName }))
  var command: String?

  @Flag(help: Help.flag("Name the commands that have a page of their own, one a line."))
  var list = false

  func execute() throws -> ExitStatus {
    let commands = CommandDescription.all()
    if list {
      let names = commands.map(\.name).filter { $0 != DiffCommand.commandName }
      try StandardOutput.print(names.map { "\($0)\n" }.joined())
      return .same
    }
    let name = command ?? DiffCommand.commandName
    guard let description = commands.first(where: { $0.name == name }) else {
      let names = commands.map(\.name).joined(separator: ", ")
      throw CommandError("there is no command \(name)", hint: "it is one of \(names)")
    }
    try StandardOutput.print(ManualPage(description, among: commands).text)
    return .same
  }
}

extension ManualCommand {
  static let closing = """
    EXAMPLES:
      lunadiff manual | mandoc -a
      lunadiff manual probe > lunadiff-probe.1

    EXIT STATUS:
      0  the page is written
      2  trouble: no such command
    """
}

import ArgumentParser

/// `lunadiff completions SHELL`: the script that makes a shell complete the rest.
struct CompletionsCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "completions",
    abstract: "Writes the script that makes a shell complete commands, flags and values.",
    usage: "lunadiff completions bash|zsh|fish")

  @Argument(
    help: Help.flag("The shell: bash, zsh or fish."), completion: .words(of: Shell.self),
    transform: Choice.of(Shell.self))
  var shell: Shell?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A line up to the cursor, whose inputs' columns are listed.", visibility: .hidden))
  var columnsBefore: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What stands behind the cursor.", visibility: .hidden))
  var columnsAfter = ""

  func execute() throws -> ExitStatus {
    if let columnsBefore {
      let names = ColumnCompletion.names(before: columnsBefore, after: columnsAfter)
      try StandardOutput.print(names.map { $0 + "\n" }.joined())
      return .same
    }
    guard let shell else {
      throw CommandError("a shell is needed", hint: "lunadiff completions bash, or zsh, or fish")
    }
    try StandardOutput.print(shell.completions(of: CommandDescription.all()))
    return .same
  }
}

extension CompletionsCommand {
  static let closing = """
    EXAMPLES:
      source <(lunadiff completions bash)
      lunadiff completions zsh > ~/.zfunc/_lunadiff
      lunadiff completions fish > ~/.config/fish/completions/lunadiff.fish

    EXIT STATUS:
      0  the script is written
      2  trouble: no such shell
    """
}

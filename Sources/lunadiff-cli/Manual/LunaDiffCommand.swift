import ArgumentParser
import Patching
import Platform
import Reports
import Requests
import Rules

/// `lunadiff`: nothing but its subcommands, of which `diff` needs no name.
struct LunaDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lunadiff", abstract: "Compares two collections of records under rules written in Lua.",
    version: "lunadiff \(ProgramVersion.number)", subcommands: commands + hidden,
    defaultSubcommand: DiffCommand.self)

  static let commands: [any DocumentedCommand.Type] = [
    DiffCommand.self, BatchCommand.self, ProbeCommand.self, ExplainCommand.self, LearnCommand.self, HistoryCommand.self,
    AcceptCommand.self, PatchCommand.self, MergeCommand.self, ViewCommand.self, RunCommand.self,
    ReplCommand.self,
    CheckCommand.self, TestCommand.self, InitCommand.self, GitCommand.self, PluginsCommand.self,
    CompletionsCommand.self, ManualCommand.self,
  ]
  /// Commands that only programs run; no page lists them.
  private static let hidden: [any DocumentedCommand.Type] = [SparkCommand.self]

  /// Every command with its usual form, as the first page of help shows them.
  static let overview = """
    lunadiff OLD NEW [options]            compare two files; also: lunadiff diff OLD NEW
    lunadiff batch OLD_DIR NEW_DIR        compare the files of two directories
    lunadiff probe OLD [NEW]              which columns identify a record?
    lunadiff explain OLD NEW --key 42     why does this record differ, or not?
    lunadiff learn OLD NEW                propose rules that explain what differs
    lunadiff history KEY EXPORT...        how did this record change, export by export?
    lunadiff accept OLD NEW -o FILE       accept differences, so that they do not count
    lunadiff patch OLD CHANGES            apply recorded changes to a file
    lunadiff merge BASE OURS THEIRS       join the changes of two sides
    lunadiff view OLD NEW                 look through the changes at the terminal
    lunadiff run SCRIPT.lua [ARG ...]     run a script of your own in Lua
    lunadiff repl [OLD [NEW]]             try rules at a prompt
    lunadiff init OLD [NEW]               write a rules file to start from
    lunadiff check RULES.lua [OLD NEW]    look for mistakes in rules
    lunadiff test [FILE|DIRECTORY ...]    run the tests of rules and plug-ins
    lunadiff git install                  let git compare tables
    lunadiff plugins                      list and add plug-ins
    lunadiff completions SHELL            write completions for bash, zsh or fish
    lunadiff manual [COMMAND]             write the manual page of a command
    """

  static func command(named name: String?) -> (any DocumentedCommand.Type)? {
    (commands + hidden).first { $0.commandName == name }
  }

  /// The command that arguments begin with, down to a command of a command; `nil` if it is none.
  static func command(at arguments: [String]) -> (any DocumentedCommand.Type)? {
    let command = command(named: arguments.first)
    let inner = command?.configuration.subcommands.first { $0.commandName == arguments.dropFirst().first }
    return inner as? any DocumentedCommand.Type ?? command
  }
}

extension ParsableCommand {
  static var commandName: String { configuration.commandName ?? "" }
}

struct GitCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "git", _superCommandName: "lunadiff", abstract: "Lets git compare tables record by record.",
    usage: """
      lunadiff git install [--global] [PATTERN ...]
      lunadiff git uninstall [--global]
      lunadiff git log FILE [options]
      lunadiff git diff [options] -- PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE
      lunadiff git merge [options] -- BASE OURS THEIRS PATH
      """,
    discussion: """
      'install' makes 'git diff' show which records of a table changed, and 'git merge' join records; 'git log -p' and \
      'git show' do so with --ext-diff. 'diff' and 'merge' are what git then runs. 'log' shows what each commit changed.
      """,
    subcommands: [
      GitInstallCommand.self, GitUninstallCommand.self, GitLogCommand.self, GitDiffCommand.self, GitMergeCommand.self,
    ])

  static let closing = """
    EXAMPLES:
      lunadiff git install
      lunadiff git install --global '*.csv' '*.json'
      lunadiff git log data.csv
      git diff; git log -p --ext-diff -- data.csv; git difftool -t lunadiff

    EXIT STATUS:
      0  it is done
      2  trouble: no git, no repository, a file that cannot be written
    """

  func execute() throws -> ExitStatus {
    throw CommandError("a command of git's is needed", hint: "lunadiff git install; lunadiff git --help shows all")
  }
}

struct CompletionsCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "completions", abstract: "Writes the script that makes a shell complete commands, flags and values.",
    usage: "lunadiff completions bash|zsh|fish")

  static let closing = """
    EXAMPLES:
      source <(lunadiff completions bash)
      lunadiff completions zsh > ~/.zfunc/_lunadiff
      lunadiff completions fish > ~/.config/fish/completions/lunadiff.fish

    EXIT STATUS:
      0  the script is written
      2  trouble: no such shell
    """

  @Argument(
    help: Help.flag("The shell: bash, zsh or fish."), completion: .words(of: Shell.self),
    transform: Choice.of(Shell.self)) var shell: Shell?

  @Option(parsing: .unconditional, help: ArgumentHelp("A line up to the cursor.", visibility: .hidden))
  var before: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("What stands behind the cursor.", visibility: .hidden))
  var after = ""

  func execute() throws -> ExitStatus {
    if let before {
      try StandardOutput.print(Completion(before: before, after: after).text)
      return .same
    }
    guard let shell else { throw CommandError("a shell is needed", hint: "lunadiff completions bash, or zsh, or fish") }
    try StandardOutput.print(shell.completions)
    return .same
  }
}

struct ManualCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "manual", abstract: "Writes the manual page of a command, in mdoc.",
    usage: """
      lunadiff manual [COMMAND]
      lunadiff manual --list
      """, discussion: "Without a command it is the page of lunadiff itself, which has the flags of diff.")

  static let closing = """
    EXAMPLES:
      lunadiff manual | mandoc -a
      lunadiff manual probe > lunadiff-probe.1

    EXIT STATUS:
      0  the page is written
      2  trouble: no such command
    """

  @Argument(
    help: Help.flag("The command that the page is about."),
    completion: .list(LunaDiffCommand.commands.map { $0.commandName })) var command: String?

  @Flag(help: Help.flag("Name the commands that have a page of their own, one a line.")) var list = false

  func execute() throws -> ExitStatus {
    let names = LunaDiffCommand.commands.map { $0.commandName }
    if list {
      try StandardOutput.print(names.filter { $0 != DiffCommand.commandName }.map { "\($0)\n" }.joined())
      return .same
    }
    let name = command ?? DiffCommand.commandName
    guard let command = LunaDiffCommand.command(named: name) else {
      throw CommandError("there is no command \(name)", hint: "it is one of \(names.joined(separator: ", "))")
    }
    try StandardOutput.print(ManualPage(CommandDescription(of: command)).text)
    return .same
  }
}

import ArgumentParser
import Requests

/// `lunadiff git install`: has git compare tables by this program.
struct GitInstallCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", _superCommandName: "lunadiff git",
    abstract: "Makes git compare and merge files record by record.",
    usage: "lunadiff git install [--global] [PATTERN ...]",
    discussion: """
      It sets diff.lunadiff.command, merge.lunadiff.driver and difftool.lunadiff.cmd, and names the files in \
      .gitattributes at the root of the repository. Git keeps its settings out of clones: everybody who clones runs it once. What is there already stays.
      """)

  @Flag(
    help: Help.flag(
      "For all repositories of the user.",
      "The attributes then stand in the file that core.attributesFile names, else in git/attributes of the user's "
        + "configuration."))
  var global = false

  @Argument(
    help: Help.flag(
      "Which files, as in .gitattributes.", value: "pattern",
      "Without any: *.csv, *.tsv and *.jsonl. JSON has to be named, since much of it is no table."))
  var patterns: [String] = []

  private static let tables = ["*.csv", "*.tsv", "*.jsonl"]

  func validate() throws {
    for pattern in patterns where pattern.isEmpty || pattern.contains(where: \.isNewline) {
      throw ValidationError("a pattern is one line of text")
    }
  }

  func execute() throws -> ExitStatus {
    let attributes = try GitAttributes(isGlobal: global)
    let settings = GitSettings(isGlobal: global)
    var steps = try settings.install()
    steps += try attributes.add(patterns.isEmpty ? Self.tables : patterns)
    try StandardOutput.print(steps.map { "\($0)\n" }.joined())
    if !global, try attributes.isUncommitted {
      Diagnostics.note(
        "commit .gitattributes, and let everybody who clones run lunadiff git install, too")
    }
    if case .notUsed(let advice)? = try Git.root.flatMap({ try ProjectRules(in: $0) }) {
      Diagnostics.note(advice)
    }
    if !Terminal.hasProgram("lunadiff") {
      Diagnostics.warning("git will not find lunadiff: it is not on the search path")
    }
    return .same
  }
}

extension GitInstallCommand {
  static let closing = """
    EXAMPLES:
      lunadiff git install
      lunadiff git install '*.csv' 'exports/*.json'
      lunadiff git install --global

    EXIT STATUS:
      0  it is done, or was done before
      2  trouble: no git, no repository, a file that cannot be written
    """
}

/// `lunadiff git uninstall`: takes back what `install` did.
struct GitUninstallCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", _superCommandName: "lunadiff git",
    abstract: "Takes back what 'lunadiff git install' did.",
    usage: "lunadiff git uninstall [--global]")

  @Flag(help: Help.flag("For all repositories of the user."))
  var global = false

  func execute() throws -> ExitStatus {
    let attributes = try GitAttributes(isGlobal: global)
    let steps = try GitSettings(isGlobal: global).uninstall() + attributes.removeAll()
    try StandardOutput.print(
      steps.isEmpty ? "nothing is installed\n" : steps.map { "\($0)\n" }.joined())
    return .same
  }
}

extension GitUninstallCommand {
  static let closing = """
    EXAMPLES:
      lunadiff git uninstall
      lunadiff git uninstall --global

    EXIT STATUS:
      0  nothing of it is left
      2  trouble: no git, no repository, a file that cannot be written
    """
}

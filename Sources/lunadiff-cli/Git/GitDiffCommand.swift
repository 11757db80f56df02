import ArgumentParser
import Reports
import Requests
import Platform

struct GitDiffCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", _superCommandName: "lunadiff git",
    abstract: "Compares two versions of a file for git, which runs it.",
    usage: """
      lunadiff git diff [options] -- PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE [NEW-PATH SIMILARITY]
      """,
    discussion: """
      The status is 0 whatever differs, as git wants it, and colours are those of git's setting color.diff. What cannot \
      be compared as records is shown by git's own diff, unless rules mask columns. Flags can be added to the setting \
      diff.lunadiff.command. If no flag names rules, those in the file that the git setting lunadiff.rules names are used, \
      or those in .lunadiff/rules.lua. Rules that the repository brings along, by its own setting too, have to be trusted \
      first (lunadiff plugins trust).
      """)

  static let closing = """
    EXAMPLES:
      git config diff.lunadiff.command 'lunadiff git diff -k id --tolerance price=0.01 --'
      git config --global lunadiff.rules ~/rules/shop.lua

    EXIT STATUS:
      0  the differences are shown
      2  trouble: bad usage, no git, rules that do not load, masked columns in a file that cannot be compared
    """

  @Argument(help: Help.flag("What git says of the two versions.", value: "argument")) var arguments: [String] = []

  @OptionGroup var inputs: SharedInputOptions

  func execute() throws -> ExitStatus {
    if arguments.count == 1 {
      try StandardOutput.print("* Unmerged path \(VisibleText.line(arguments[0]))\n")
      return .same
    }
    guard let change = GitChange(arguments) else {
      throw CommandError(
        "git gives seven or nine arguments, not \(arguments.count)", hint: "lunadiff git install lets git run this")
    }
    let isColored = try GitColor.isOn()
    try StandardOutput.print(change.modeLines)
    let request = try request(change)
    do { try report(change, request, isColored: isColored) } catch let error as LunaDiffError {
      // Git's own diff would show the masked values.
      let masksColumns = try checkRules(of: request)
      if masksColumns { throw error }
      let reason = error.message.split(separator: "\n").first ?? ""
      Diagnostics.note("compared as text: \(reason)")
      try GitTextDiff(change: change, isColored: isColored).write()
    }
    return .same
  }

  private func report(_ change: GitChange, _ request: DiffRequest, isColored: Bool) throws {
    guard change.old.isPlain, change.new.isPlain else { throw LunaDiffError("\(change.newName): no plain file") }
    let comparison = try compare(request)
    var options = ReportOptions()
    options.color = isColored
    options.width = Terminal.width(.standardOutput)
    options.countsMoves = ""
    options.longest = ReportOptions.usualLongest
    options.isOfOneVersion = change.old.isAbsent || change.new.isAbsent
    try ProgramOutput.write(to: nil, isColored: isColored) { sink in
      try write(comparison, as: .text, options: options, to: &sink)
    }
  }

  private func request(_ change: GitChange) throws -> DiffRequest {
    var request = DiffRequest(old: change.old.file, new: change.new.file)
    request.options = try Git.options(inputs, of: change.newPath)
    request.options.overrides.source.name = change.oldName
    request.options.overrides.target.name = change.newName
    return request
  }
}

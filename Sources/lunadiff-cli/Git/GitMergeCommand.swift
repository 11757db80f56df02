import ArgumentParser
import Platform
import Requests

struct GitMergeCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", _superCommandName: "lunadiff git",
    abstract: "Joins two versions of a file for git, which runs it.",
    usage: "lunadiff git merge [options] -- BASE OURS THEIRS PATH [LABEL LABEL LABEL]",
    discussion: """
      OURS is written over. The labels are what git calls the three, as in HEAD and topic: conflicts are marked with them. What is no table, or has no key, is merged line by line by git itself. Flags can be added to \
      the setting merge.lunadiff.driver. If no flag \
      names rules, those in the file that the git setting lunadiff.rules names are used, or those in \
      .lunadiff/rules.lua. Rules that the repository brings along, by its own setting too, have to be trusted first \
      (lunadiff plugins trust).
      """)

  static let closing = """
    EXAMPLES:
      git config merge.lunadiff.driver 'lunadiff git merge -k id -- %O %A %B %P %S %X %Y'

    EXIT STATUS:
      0  joined
      1  conflicts, marked in OURS
      2  trouble: bad usage, no git; rules that do not load: OURS is then merged line by line
    """

  @Argument(help: Help.flag("The three versions, the path that they have in the repository, and what git calls them."))
  var arguments: [String] = []

  @OptionGroup var inputs: SharedInputOptions

  func execute() throws -> ExitStatus {
    guard arguments.count == 4 || arguments.count == 7 else {
      throw CommandError(
        "git gives four or seven arguments, not \(arguments.count)", hint: "lunadiff git install lets git run this")
    }
    if let reader = inputs.input.reader.name {
      throw CommandError("what the reader '\(reader)' reads cannot be written back")
    }
    let names = labels.map { "\($0):\(arguments[3])" }
    let request = try request(names)
    do { return try join(request) } catch let error as LunaDiffError {
      let reason = error.message.split(separator: "\n").first ?? ""
      Diagnostics.note("merged as text: \(reason)")
      let status = try mergeText(calling: names)
      try checkRules(of: request)
      return status
    }
  }

  /// What git calls the base, ours and theirs.
  ///
  /// Since version 2.44 it says so; one that does not know `%S`, `%X` and `%Y` gives them as they stand. Any version
  /// names the branch that `git merge` joins in a variable of the environment.
  private var labels: [String] {
    let said = arguments.dropFirst(4)
    let names = zip(["%S", "%X", "%Y"], said).map { $1 == $0 || $1.isEmpty ? nil : $1 }
    let branch = Environment.onlyVariable(of: "GITHEAD_")
    return zip(["base", branch == nil ? "ours" : "HEAD", branch ?? "theirs"], 0...).map {
      $1 < names.count ? names[$1] ?? $0 : $0
    }
  }

  private func request(_ names: [String]) throws -> MergeRequest {
    var request = MergeRequest(base: arguments[0], ours: arguments[1], theirs: arguments[2])
    request.options = try Git.options(inputs, of: arguments[3])
    request.names = names
    return request
  }

  private func join(_ request: MergeRequest) throws -> ExitStatus {
    let result = try Requests.merge(request)
    let place = try OutputPlace(arguments[1], inputs: [arguments[0], arguments[2]])
    try ProgramOutput.write(to: place) { try $0.write(result.text) }
    result.notes.forEach(Diagnostics.note)
    MergeCommand.list(result.conflicts)
    return result.conflicts.isEmpty ? .same : .different
  }

  /// From this status on git's own merge has failed; below it is the number of conflicts.
  private static let failure: Int32 = 128

  /// - Parameter names: What the marks of conflicts call the base, ours and theirs.
  private func mergeText(calling names: [String]) throws -> ExitStatus {
    let labels = [names[1], names[0], names[2]].flatMap { ["-L", $0] }
    let files = [arguments[1], arguments[0], arguments[2]]
    let (end, _) = try Git.run(["merge-file"] + labels + ["--"] + files, limit: 0)
    guard end.status < Self.failure else { throw CommandError("git merge-file: \(end.reason)") }
    return end.status == 0 ? .same : .different
  }
}

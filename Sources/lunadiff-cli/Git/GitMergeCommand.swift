import ArgumentParser
import Requests
import Platform

/// `lunadiff git merge`: what git runs to join what two branches did to a file.
struct GitMergeCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", _superCommandName: "lunadiff git",
    abstract: "Joins two versions of a file for git, which runs it.",
    usage: "lunadiff git merge [options] -- BASE OURS THEIRS PATH",
    discussion: """
      OURS is written over. What is no table, or has no key, is merged line by line by git itself. Flags can be added to \
      the setting merge.lunadiff.driver. Where no flag names rules, \
      those of the file hold that the setting lunadiff.rules names, or of the repository's .lunadiff/rules.lua once it is \
      trusted (lunadiff plugins trust).
      """)

  @Argument(help: Help.flag("The three versions, and the path that they have in the repository."))
  var arguments: [String] = []

  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Limits") var script: ScriptOptions
  @OptionGroup(title: "Limits") var work: WorkOptions

  func execute() throws -> ExitStatus {
    guard arguments.count == 4 else {
      throw CommandError(
        "git gives four arguments, not \(arguments.count)",
        hint: "lunadiff git install lets git run this")
    }
    try MergeCommand.checkCanWrite(what: input)
    let (base, ours, theirs, path) = (arguments[0], arguments[1], arguments[2], arguments[3])
    do {
      return try join(request(base, ours, theirs, path))
    } catch let error as LunaDiffError {
      let reason = error.message.split(separator: "\n").first ?? ""
      Diagnostics.note("merged as text: \(reason)")
      return try GitTextMerge(base: base, ours: ours, theirs: theirs, path: path).run()
    }
  }

  private func request(
    _ base: String, _ ours: String, _ theirs: String, _ path: String
  ) throws -> MergeRequest {
    var request = MergeRequest(base: base, ours: ours, theirs: theirs)
    request.options = try Git.options(input, rules: rules, script: script, work: work)
    request.names = .init(base: "base/\(path)", ours: "ours/\(path)", theirs: "theirs/\(path)")
    return request
  }

  private func join(_ request: MergeRequest) throws -> ExitStatus {
    let result = try Requests.merge(request)
    let place = try OutputPlace(request.ours, inputs: [request.base, request.theirs])
    try ProgramOutput.write(to: place) { try $0.write(result.text) }
    result.notes.forEach(Diagnostics.note)
    MergeCommand.list(result.conflicts)
    return result.conflicts.isEmpty ? .same : .different
  }
}

extension GitMergeCommand {
  static let closing = """
    EXAMPLES:
      git config merge.lunadiff.driver 'lunadiff git merge -k id -- %O %A %B %P'

    EXIT STATUS:
      0  joined
      1  conflicts, marked in OURS
      2  trouble: bad usage, no git
    """
}

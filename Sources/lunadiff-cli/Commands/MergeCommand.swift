import ArgumentParser
import Patching
import Requests
import Platform

struct MergeCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "merge", abstract: "Joins the changes that two sides made to one file, record by record.",
    usage: "lunadiff merge BASE OURS THEIRS [-k COLUMNS] [-o OUT] [options]",
    discussion: """
      The output is OURS with the changes from BASE to THEIRS in it. Where both changed one value, or one deleted what \
      the other changed, both versions are marked in the output and listed on standard error.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff merge base.csv ours.csv theirs.csv -k id -o merged.csv
      lunadiff merge base.json ours.json theirs.json -r rules.lua --favor theirs

    EXIT STATUS:
      0  joined without a conflict, or one side was favoured
      1  conflicts, marked in the output
      2  trouble: bad usage, unreadable input, a rule that failed; nothing is written
    """

  @Argument(help: Help.flag("The version that both sides changed.")) var base: String?

  @Argument(help: Help.flag("Our version; its order and spelling are kept.")) var ours: String?

  @Argument(help: Help.flag("Their version.")) var theirs: String?

  @OptionGroup var output: OutputFileOption

  @Option(
    help: Help.flag(
      "Which side wins a conflict: none, ours or theirs.", value: "side",
      """
      'none' (the default) marks both versions in the output. With 'ours' or 'theirs' the exit status is 0, and \
      conflicts are still listed.
      """),
    completion: .words(of: MergeFavor.self), transform: Choice.of(MergeFavor.self)) var favor = MergeFavor.none

  @Flag(name: .shortAndLong, help: Help.flag("Do not list the conflicts.")) var quiet = false

  @OptionGroup var inputs: SharedInputOptions

  func execute() throws -> ExitStatus {
    guard let base, let ours, let theirs else {
      throw CommandError("three inputs are needed", hint: "lunadiff merge BASE OURS THEIRS -k COLUMNS")
    }
    // Ours may be written over, as version control's merge drivers do: it is read before.
    let request = self.request(base, ours, theirs)
    let place = try output.place(inputs: [base, theirs], scripts: inputs.rules.files + request.options.modules)
    ProgressLine.start("merging \(ours) and \(theirs)")
    defer { ProgressLine.finish() }
    let result = try inputs.script.explaining { try merge(request) }
    try ProgramOutput.write(to: place) { try $0.write(result.text) }
    result.notes.forEach(Diagnostics.note)
    if !quiet { Self.list(result.conflicts) }
    return result.conflicts.isEmpty || favor != .none ? .same : .different
  }

  static func list(_ conflicts: [MergeConflict]) {
    conflicts.prefix(Self.listed).map(\.summary).forEach(Diagnostics.note)
    if conflicts.count > Self.listed { Diagnostics.note("and \(conflicts.count - Self.listed) conflicts more") }
    if let list = conflicts.lazy.compactMap(\.unruledList).first {
      Diagnostics.note(
        "both sides put elements at one place of a list; --list \(list)=set joins them where their order means nothing, "
          + "--list \(list)=MEMBER where a member tells them apart")
    }
  }

  private static let listed = 50

  private func request(_ base: String, _ ours: String, _ theirs: String) -> MergeRequest {
    var request = MergeRequest(base: base, ours: ours, theirs: theirs)
    request.favor = favor
    request.options = inputs.options
    return request
  }
}

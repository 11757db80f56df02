import ArgumentParser
import Patching
import Requests
import Platform

struct PatchCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "patch", abstract: "Applies a recorded result, or a JSON Patch, to the file that it was made for.",
    usage: "lunadiff patch OLD CHANGES [-o OUT] [--reverse]",
    discussion: """
      CHANGES is what 'lunadiff OLD NEW --format json' or jsonl wrote, or a JSON Patch of any tool (RFC 6902, as \
      --format jsonpatch writes it). A result recorded with --patchable gives NEW byte for byte. Otherwise everything that the result says of OLD is checked, and then the changed \
      values are put in place. If anything does not fit, nothing is written.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff old.csv new.csv -k id --format json --patchable -o changes.json
      lunadiff patch old.csv changes.json -o new.csv
      lunadiff patch new.csv changes.json --reverse -o old.csv
      lunadiff patch old.json operations.json -o new.json

    EXIT STATUS:
      0  the output is there
      2  trouble: what does not fit is refused, and nothing is written
    """

  @Argument(help: Help.flag("The file to change: OLD, or NEW with --reverse; - is standard input.")) var input: String?

  @Argument(help: Help.flag("The recorded result, or a JSON Patch; - is standard input.")) var changes: String?

  @OptionGroup var output: OutputFileOption

  @Flag(
    name: [.customShort("R"), .customLong("reverse")], help: Help.flag("Turn NEW back into OLD."))
  var isReverse = false

  @Flag(help: Help.flag("Neither add nor remove columns that only one side has.")) var keepColumns = false

  @Flag(help: Help.flag("Refuse unless the output is exact byte for byte.")) var exact = false

  @OptionGroup(title: "Input") var reading: InputOptions
  @OptionGroup(title: "Limits") var work: WorkOptions

  func execute() throws -> ExitStatus {
    guard let input, let changes else {
      throw CommandError("an input and a recorded result are needed", hint: "lunadiff patch OLD CHANGES.json")
    }
    let place = try output.place(inputs: [input, changes])
    ProgressLine.start("patching \(input)")
    defer { ProgressLine.finish() }
    var request = PatchRequest(input: input, changes: changes)
    request.options = ComparisonOptions(reading, work: work)
    request.use.isReverse = isReverse
    request.use.keepsColumns = keepColumns
    request.use.isExact = exact
    let result = try patch(request)
    result.notes.forEach(Diagnostics.note)
    try ProgramOutput.write(to: place) { try $0.write(result.text) }
    return .same
  }

  func validate() throws {
    if exact, keepColumns { throw ValidationError("--exact and --keep-columns exclude each other") }
  }
}

import ArgumentParser
import Comparing
import Analysis
import Reports
import Requests
import Platform

struct ExplainCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "explain", abstract: "Says why records are paired, equal or moved, or why they are not.",
    usage: """
      lunadiff explain OLD NEW --key VALUES [-k COLUMNS] [options]
      lunadiff explain OLD NEW --record old:17 [options]
      lunadiff explain OLD NEW --unpaired [options]
      """,
    discussion: """
      Compares as lunadiff OLD NEW does, and says of single records what the filter says, what their identity is and how it \
      came about, which record is the partner or why there is none, which comparator said what of every column, and why a \
      record counts as moved.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff explain old.csv new.csv -r rules.lua --key 42
      lunadiff explain old.csv new.csv -k id,country --key 42,DE --record new:17
      lunadiff explain old.csv new.csv -k email --unpaired

    EXIT STATUS:
      0  the explanation is there
      2  trouble: bad usage, unreadable input, a rule that failed, no such record
    """

  @Argument(help: Help.flag("What there was.")) var old: String?

  @Argument(help: Help.flag("What there is now.")) var new: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "A record to explain, by its key's values. Repeatable.", value: "values",
      """
      The values of the key's columns, with commas between them, as they stand or as the rules make them; a comma \
      inside a value is written \\,. The columns are named by -k or rules, or found. Other commands take columns here.
      """), transform: { Escaped.split($0, at: ",") }) var key: [[String]] = []

  @Option(
    help: Help.flag(
      "A record to explain, by its number. Repeatable.", value: "side:number",
      "As in old:17 or new:17, counted from 1 as in reports."), transform: RecordNumber.parse) var record:
    [RecordNumber] = []

  @Flag(
    help: Help.flag(
      "Group all records without a partner by why they have none.",
      """
      Case, white space, leading zeros, type, Unicode normalization, one part of a key, the filter, duplicates; each \
      with some examples and, where there is one, the rule that would make partners of them.
      """)) var unpaired = false

  @Option(
    help: Help.flag(
      "How many records of each cause --unpaired lists.", value: "count",
      "\(UnpairedCauses.usualExamples) if not said; those that stand beside another one as the nearest not counted."),
    transform: Count.parsePositive) var limit = UnpairedCauses.usualExamples

  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag(
      "The form of the explanations: text or json.", value: "name",
      "Without it, the extension of -o decides, else it is text."), completion: .words(of: ExplanationFormat.self),
    transform: Choice.of(ExplanationFormat.self)) var namedFormat: ExplanationFormat?

  @OptionGroup var output: OutputFileOption

  @OptionGroup var colors: ColorOption

  @OptionGroup(title: "Rules") var rules: NamedRuleOptions<ShortKeyFlag>
  @OptionGroup var inputs: InputPairOptions

  func validate() throws { if namedFormat == nil { try ExplanationFormat.checkExtension(ofOutput: output.path) } }

  func execute() throws -> ExitStatus {
    let request = try pairRequest(rules, usage: "lunadiff explain OLD NEW --key VALUES")
    guard unpaired || !key.isEmpty || !record.isEmpty else {
      throw CommandError(
        "it is not said what to explain",
        hint: "--key names a record by its key's values (-k names the columns), --record old:1 by its number; "
          + "--unpaired takes all without a partner")
    }
    return try inputs.script.explaining { try run(request) }
  }

  private func run(_ request: DiffRequest) throws -> ExitStatus {
    let place = try output.place(inputs: [request.old, request.new], scripts: rules.files + request.options.modules)
    ProgressLine.start("comparing \(request.old) and \(request.new)")
    defer { ProgressLine.finish() }
    let choices = key.map { RecordChoice.key($0) } + record.map(\.choice)
    let explanations = try explain(request, choices, includesUnpaired: unpaired, examples: limit)
    var options = ReportOptions()
    options.color = colors.color.isColored(output.path == nil ? Descriptor.standardOutput : nil)
    let format = namedFormat ?? ExplanationFormat(ofOutput: output.path) ?? .text
    try ProgramOutput.write(to: place) { sink in
      try Reports.write(explanations, as: format, options: options, to: &sink)
    }
    return .same
  }
}

/// `old:17`: a record by its number.
struct RecordNumber: Equatable {
  let choice: RecordChoice

  static func parse(_ text: String) throws -> RecordNumber {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let side = Side.allCases.first { $0.globalName == parts[0] }
    guard let side, parts.count == 2, let number = Int(parts[1]), number >= 1 else {
      throw ArgumentValueError("it is old:NUMBER or new:NUMBER, counted from 1, as in old:17")
    }
    return RecordNumber(choice: .record(side, number - 1))
  }
}

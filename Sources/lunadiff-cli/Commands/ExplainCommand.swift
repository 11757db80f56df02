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
      Compares as lunadiff OLD NEW does, and says of single records: whether the filter keeps them, what their key \
      is and where it comes from, which record is their partner or why there is none, how each column was compared, \
      and why a record counts as moved.
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

  @Argument(help: Help.flag("The old file.")) var old: String?

  @Argument(help: Help.flag("The new file.")) var new: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "A record to explain, by the values of its key. Repeatable.", value: "values",
      """
      With commas between the values of several columns, as they stand or as the rules make them; write \\, for a \
      comma inside a value. -k or rules name the columns, or else the key is searched for. (Only here and \
      in accept does --key take values.)
      """), transform: { Escaped.split($0, at: ",") }) var key: [[String]] = []

  @Option(
    help: Help.flag(
      "A record to explain, by its number, as in old:17. Repeatable.", value: "side:number",
      "old:17 or new:17, counted from 1 as in reports."), transform: RecordNumber.parse) var record: [RecordChoice] = []

  @Flag(
    help: Help.flag(
      "Explain all records without a partner, grouped by cause.",
      """
      Causes are case, white space, leading zeros, type, Unicode normalization, one part of a key, the filter, and \
      duplicates. Each has some examples and, if there is one, the rule that would pair them.
      """)) var unpaired = false

  @Option(
    help: Help.flag(
      "How many examples of each cause --unpaired lists.", value: "count",
      """
      By default \(UnpairedCauses.usualExamples). Records that are only shown as the nearest one of an example are \
      not counted.
      """),
    transform: Count.parsePositive) var limit = UnpairedCauses.usualExamples

  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag(
      "The form of the explanations: text or json.", value: "name",
      "By default the name of the -o file decides; without -o it is text."),
    completion: .words(of: PlainFormat.self),
    transform: Choice.of(PlainFormat.self)) var namedFormat: PlainFormat?

  @OptionGroup var output: OutputFileOption

  @OptionGroup var colors: ColorOption

  @OptionGroup(title: "Rules") var rules: NamedRuleOptions<ShortKeyFlag>
  @OptionGroup var inputs: InputPairOptions

  func validate() throws { if namedFormat == nil { try PlainFormat.checkExtension(ofOutput: output.path) } }

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
    let choices = key.map { RecordChoice.key($0) } + record
    let explanations = try explain(request, choices, includesUnpaired: unpaired, examples: limit)
    var options = ReportOptions()
    options.color = colors.color.isColored(output.path == nil ? Descriptor.standardOutput : nil)
    let format = namedFormat ?? PlainFormat(ofOutput: output.path) ?? .text
    try ProgramOutput.write(to: place, isColored: options.color) { sink in
      try Reports.write(explanations, as: format, options: options, to: &sink)
    }
    for error in explanations.unknown { Diagnostics.error(error.description) }
    return explanations.unknown.isEmpty ? .same : .trouble
  }
}

/// `old:17`: a record by its number.
enum RecordNumber {
  static func parse(_ text: String) throws -> RecordChoice {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let side = Side.allCases.first { $0.ruleName == parts[0] }
    guard let side, parts.count == 2, let number = Int(parts[1]), number >= 1 else {
      let sides = Int(text).map { "it needs a side: old:\($0) or new:\($0)" }
      throw ArgumentValueError(sides ?? "it is old:NUMBER or new:NUMBER, counted from 1, as in old:17")
    }
    return .record(side, number - 1)
  }
}

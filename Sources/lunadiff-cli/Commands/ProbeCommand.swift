import ArgumentParser
import Comparing
import Reports
import Requests
import Platform

struct ProbeCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "probe", abstract: "Finds columns that identify the records, and says how well.",
    usage: "lunadiff probe OLD [NEW] [-k COLUMNS] [--candidate COLUMNS]... [options]",
    discussion: """
      Each --candidate is a key to try, of one column or several; so are the columns of -k together, and the \
      identity of a rules file. If there are none, or with --suggest, keys are searched for. The best one comes \
      first; the last line can go into a rules file.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff probe old.csv new.csv
      lunadiff probe old.csv new.csv --candidate id --candidate name,country --suggest
      lunadiff probe users.json -e 'function identity(r) return r.email:lower() end'

    EXIT STATUS:
      0  the findings are there
      2  trouble: bad usage, unreadable input, a rule that failed
    """

  @Argument(help: Help.flag("The file to look at; - is standard input.")) var old: String?

  @Argument(help: Help.flag("The new file, which shows whether a key finds its records again.")) var new: String?

  @Option(
    help: Help.flag(
      "A key to try, of one column or several. Repeatable.", value: "columns",
      "--candidate id --candidate name,country are two keys; -k id -k name is one key of two columns."),
    transform: ColumnList.parse) var candidate: [[String]] = []

  @Option(
    help: Help.flag(
      "A file of known pairs, to measure precision and recall.", value: "file",
      """
      CSV with columns old.COLUMN and new.COLUMN, whose values name the records, or old and new with their numbers; \
      and same, yes or no, if not all are pairs. Precision is over the pairs of records that the file names.
      """), completion: .file()) var truth: String?

  @Flag(help: Help.flag("Search for keys beside those that are given.")) var suggest = false

  @Option(
    help: Help.flag("How many columns a key that is found may have.", value: "count", "The default is 3."),
    transform: Count.parsePositive) var maxColumns = SearchLimits().width

  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag(
      "The form of the findings: text or json.", value: "name",
      "By default the name of the -o file decides; without -o it is text."), completion: .words(of: PlainFormat.self),
    transform: Choice.of(PlainFormat.self)) var namedFormat: PlainFormat?

  @OptionGroup var output: OutputFileOption

  @OptionGroup var colors: ColorOption

  @OptionGroup var watch: WatchOptions
  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup var inputs: InputPairOptions

  private var format: PlainFormat { namedFormat ?? PlainFormat(ofOutput: output.path) ?? .text }

  func execute() throws -> ExitStatus {
    guard let old else { throw CommandError("an input is needed", hint: "lunadiff probe OLD [NEW]") }
    let files = [old, new].compactMap { $0 } + rules.files
    let request = request(old)
    return try watch.run(files: files, request.options) { try inputs.script.explaining { try run(request) } }
  }

  func validate() throws {
    if truth != nil, new == nil { throw ValidationError("--truth is about pairs, so it needs OLD and NEW") }
    if namedFormat == nil { try PlainFormat.checkExtension(ofOutput: output.path) }
  }

  private func run(_ request: ProbeRequest) throws -> ExitStatus {
    let place = try output.place(inputs: [request.old, request.new], scripts: rules.files + request.options.modules)
    ProgressLine.start("probing \(request.old)")
    defer { ProgressLine.finish() }
    let report = try probe(request)
    var options = ReportOptions()
    let terminal = output.path == nil ? Descriptor.standardOutput : nil
    options.color = colors.color.isColored(terminal)
    options.width = terminal.flatMap(Terminal.width)
    try ProgramOutput.write(to: place, isColored: options.color) { sink in
      try Reports.write(report, as: format, options: options, to: &sink)
    }
    return .same
  }

  private func request(_ old: String) -> ProbeRequest {
    var request = ProbeRequest(old: old, new: new)
    request.options = inputs.options(rules)
    request.candidates = [request.options.flags.identityColumns].filter { !$0.isEmpty } + candidate
    request.suggests = suggest
    request.truth = truth
    request.search.width = maxColumns
    request.options.flags.identity = nil
    return request
  }
}

import ArgumentParser
import Comparing
import Reports
import Platform
import Requests

/// What is shown of the result, how and where.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag(
      "The form of the report.", value: "name",
      """
      text, table (old and new side by side) and summary are for people; json and jsonl for programs; csv for \
      spreadsheets; markdown for pull requests; junit for continuous integration; html is one page with everything in it. jsonpatch (RFC 6902) and \
      mergepatch (RFC 7396) are what turns OLD into NEW, for any tool that applies them. Without it, the extension \
      of -o decides, else it is text. lunadiff plugins lists those that plug-ins add.
      """), completion: .words(of: ReportFormat.self), transform: PluginChoice<ReportFormat>.parse)
  var namedFormat: PluginChoice<ReportFormat>?

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: Help.flag(
      "Write to a file instead of standard output.", value: "file",
      "It is written whole or not at all: beside its place, then renamed. - is standard output."))
  var outputName: String?

  /// The output file; `nil` for standard output.
  var output: String? { outputName == "-" ? nil : outputName }

  @Option(
    help: Help.flag(
      "Write to a file what is to be known beside the changes.", value: "file",
      "The key, the rules that held, duplicate keys, notes and warnings, a line each: what the format csv has no place "
        + "for. It is written whole or not at all. Notes then are not on standard error; warnings still are."
    ))
  var notes: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "Tells a plug-in's format something. Repeatable.", value: "name=value",
      "As in --format sql --format-option table=orders."), transform: ReaderChoice.Setting.parse)
  var formatOption: [ReaderChoice.Setting] = []

  @Flag(help: Help.flag("With json: the stages that turn OLD into NEW."))
  var stages = false

  @Flag(
    help: Help.flag(
      "With json or jsonl: how each column changed.",
      "The summary then has 'columns': how often each changed, the typical difference of its numbers, its most "
        + "frequent change; and 'where' if updated records have a value in common that few others have. The format "
        + "summary shows the same to people."))
  var statistics = false

  @Flag(
    help: Help.flag(
      "With json or jsonl: what 'lunadiff patch' needs to be exact.",
      "The result then turns OLD into NEW, and back, byte for byte; it holds both versions of what differs."
    ))
  var patchable = false

  @Option(
    help: Help.flag(
      "Which kinds of change are listed.", value: "kinds",
      """
      Of deleted, inserted, updated, moved; separated by commas. removed, added and changed are other words for the \
      first three, here and wherever else kinds are named. Counts and status stay whole.
      """),
    completion: .words(of: Change.Kind.self), transform: ChangeKinds.parse)
  var show: [Set<Change.Kind>] = []

  @Option(
    parsing: .unconditional,
    help: Help.flag(
      "How many changes of each kind are listed at most.", value: "count",
      """
      --limit 20 lists so many of each; --limit updated=20,deleted=5 limits these alone, --limit 5,updated=20 the \
      others to 5. Counts and status stay whole.
      """), transform: ChangeLimit.parse)
  var limit: ChangeLimits?

  @Option(
    help: Help.flag(
      "Columns to show beside what changed.", value: "columns",
      """
      Their values tell which record an update or a move is about. With text, table, markdown, html, csv \
      and junit, and for formats of plug-ins.
      """), transform: ColumnList.parse)
  var with: [[String]] = []

  @Option(
    help: Help.flag(
      "Colours: auto, always or never.", value: "when",
      "auto colours a terminal, unless NO_COLOR is set or TERM is dumb."),
    completion: .words(of: ColorChoice.self), transform: Choice.of(ColorChoice.self))
  var color = ColorChoice.auto

  @Flag(
    name: .shortAndLong,
    help: Help.flag(
      "No report on standard output; the status says it.", "An -o file is still written."))
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: Help.flag("Say on standard error what was decided, and the time it took."))
  var verbose = false

  /// The form of the report: as it is named, or as the output file is called.
  var format: PluginChoice<ReportFormat> {
    if let namedFormat { return namedFormat }
    if let format = ReportFormat(ofOutput: output) { return .builtIn(format) }
    // A plug-in's format has its name as the extension.
    return output.flatMap(ReportFormat.suffix).map(PluginChoice.plugin) ?? .builtIn(.text)
  }

  /// Whether the report has to know every pair of records at once.
  var needsAllPairs: Bool { patchable || format.builtIn?.isDocumentPatch ?? false }

  /// Options of a report that goes to a file or, without one, to standard output.
  ///
  /// The time is part of a report only at a terminal: what is redirected is the same from run to run.
  func reportOptions(elapsed: Duration) -> ReportOptions {
    let terminal = output == nil ? Descriptor.standardOutput : nil
    var options = ReportOptions()
    options.stages = stages
    options.statistics = statistics
    options.patchable = patchable
    if let first = show.first { options.show = show.dropFirst().reduce(first) { $0.union($1) } }
    options.countsMoves = show.isEmpty ? "\(.show) moved lists them" : nil
    if let limit { options.limit = limit }
    options.context = with.flatMap { $0 }
    options.color = color.isColored(terminal)
    options.formatOptions = formatOptions
    options.width = terminal.flatMap(Terminal.width)
    options.elapsed = options.width == nil ? nil : elapsed
    return options
  }

  /// What a plug-in's format is told.
  var formatOptions: [(name: String, value: String)] { formatOption.map { ($0.name, $0.value) } }

  /// Formats that list no values beside what changed.
  private static let withoutContext: [ReportFormat] = [.summary, .json, .jsonl]

  func validate() throws {
    if !with.isEmpty, let format = format.builtIn, Self.withoutContext.contains(format) {
      throw ValidationError("--with needs --format text, table, markdown, html, csv or junit")
    }
    if !formatOption.isEmpty, let format = format.builtIn {
      throw ValidationError("--format-option is for plug-ins' formats, unlike \(format)")
    }
    if let notes, notes == "-" || notes == output {
      throw ValidationError("--notes names a file of its own; without it, standard error has them")
    }
    if stages, format.builtIn != .json {
      throw ValidationError("--stages needs --format json")
    }
    for (flag, isGiven) in [("--patchable", patchable), ("--statistics", statistics)]
    where isGiven && format.builtIn != .json && format.builtIn != .jsonl {
      throw ValidationError("\(flag) needs --format json or jsonl")
    }
    for (flag, isGiven) in [("--show", !show.isEmpty), ("--limit", limit != nil)]
    where isGiven && format.builtIn?.isDocumentPatch ?? false {
      throw ValidationError("\(flag) would leave changes out, so that what is written gives no NEW")
    }
  }
}

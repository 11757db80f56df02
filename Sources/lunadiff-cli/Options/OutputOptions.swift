import ArgumentParser
import Comparing
import Patching
import Platform
import Reports
import Requests
import Scripting

/// Flags that say which report is written, and where.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag(
      "The form of the report, as in -f html.", value: "name",
      """
      For people: text, table (both sides beside each other), summary, html (one page with everything in it), xlsx \
      (a workbook with a sheet for each kind of change) and markdown (for pull requests). For programs: json, jsonl, \
      csv, junit (for continuous integration) and sarif (for code hosts). As a patch, which turns OLD into NEW with \
      any tool that applies it: jsonpatch (RFC 6902). By default the name of the -o file \
      decides; without -o it is text. lunadiff plugins lists the forms that plug-ins add.
      """), completion: .list(ReportFormat.allCases.map(\.rawValue) + ["github", "sql"]),
    transform: PluginChoice<ReportFormat>.parse) var namedFormat: PluginChoice<ReportFormat>?

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: Help.flag(
      "Write to a file instead of standard output.", value: "file",
      "The file is replaced once all is written, so it is never half a report. - is standard output.")) var outputName:
    String?

  var output: String? { outputName == "-" ? nil : outputName }

  @Option(
    help: Help.flag(
      "Write notes and warnings to a file.", value: "file",
      """
      A line each: the key, the rules that held, duplicate keys, notes and warnings; useful with the format csv, \
      which has no place for them. Notes are then not on standard error; warnings still are.
      """))
  var notes: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "An option of a plug-in's format. Repeatable.", value: "name=value",
      "As in --format sql --format-option table=orders."), transform: ReaderChoice.Setting.parse) var formatOption:
    [ReaderChoice.Setting] = []

  @Flag(help: Help.flag("With json: add the stages in which OLD becomes NEW.")) var stages = false

  @Flag(
    help: Help.flag(
      "With json or jsonl: add how each column changed.",
      """
      The summary then has 'columns': how often each one changed, the typical difference of its numbers, and its \
      most frequent change; and 'where', if the updated records have a value in common that few others have. The \
      format summary shows the same to people.
      """)) var statistics = false

  @Flag(
    help: Help.flag(
      "With text: list every record with all its changes.",
      """
      By default a change that is the same in many records is shown once, with some of their keys, and records with \
      no other change are not listed. --limit, --with and sections list every record, too.
      """)) var noGroup = false

  @Flag(
    help: Help.flag(
      "Do not look for what explains many changes at once.",
      """
      By default reports end with such findings: keys or values that differ only in how they are written, the same \
      change in most records, rows in another order. They change neither counts nor the exit status.
      """))
  var noFindings = false

  @Flag(
    help: Help.flag(
      "With json or jsonl: record all that 'lunadiff patch' needs.",
      """
      The result can then turn OLD into NEW, and back, byte for byte; it holds both versions of everything that \
      differs.
      """))
  var patchable = false

  @Option(
    help: Help.flag(
      "List only these kinds of change.", value: "kinds",
      """
      Any of deleted, inserted, updated and moved, separated by commas. removed, added and changed are other words \
      for the first three, here and wherever kinds are named. Counts and the exit status stay the same.
      """), completion: .words(of: Change.Kind.self), transform: ChangeKinds.parse) var show: [Set<Change.Kind>] = []

  @Option(
    parsing: .unconditional,
    help: Help.flag(
      "List at most so many changes of each kind.", value: "count",
      """
      --limit 20 is for each kind; --limit updated=20,deleted=5 for these alone; --limit 5,updated=20 lists 5 of all \
      others. Counts and the exit status stay the same.
      """), transform: ChangeLimit.parse) var limit: ChangeLimits?

  @Option(
    help: Help.flag(
      "Columns to show beside what changed.", value: "columns",
      """
      They help to see which record a change is about. With text, table, markdown, html, xlsx, csv and junit, and \
      with formats of plug-ins.
      """), transform: ColumnList.parse) var with: [[String]] = []

  @Flag(
    help: Help.flag(
      "Show the columns that rules make from others.",
      """
      By default they are shown only where they differ. For updated and moved records the new value is shown, as \
      with --with; for deleted and inserted ones all values; json and jsonl have both in 'derived'.
      """))
  var showDerived = false

  @Option(
    help: Help.flag(
      "Colours: auto, always or never.", value: "when",
      "auto colours a terminal, unless NO_COLOR is set or TERM is dumb."), completion: .words(of: ColorChoice.self),
    transform: Choice.of(ColorChoice.self)) var color = ColorChoice.auto

  @Flag(
    name: .shortAndLong,
    help: Help.flag("Print no report; the exit status says it all.", "A file of -o is still written.")) var quiet =
    false

  @Flag(name: .shortAndLong, help: Help.flag("Say on standard error what was decided, and how long it took."))
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

  /// The time is part of a report only at a terminal: what is redirected is the same from run to run.
  ///
  /// - Parameter pager: What shows a long report from its beginning; without one the end is what a terminal shows.
  func reportOptions(elapsed: Duration, pager: Pager? = nil) -> ReportOptions {
    let terminal = output == nil ? Descriptor.standardOutput : nil
    var options = ReportOptions()
    options.stages = stages
    options.statistics = statistics
    options.patchable = patchable
    options.findings = !noFindings
    options.groups = !noGroup
    if let first = show.first { options.show = show.dropFirst().reduce(first) { $0.union($1) } }
    options.countsMoves = show.isEmpty ? "\(.show) moved lists them" : nil
    if let limit { options.limit = limit }
    options.context = with.flatMap { $0 }
    options.showsDerived = showDerived
    // A plug-in's format may print values of the data among its own escapes.
    options.color = format.builtIn == nil ? color == .always : color.isColored(terminal)
    options.formatOptions = formatOptions
    options.width = terminal.flatMap(Terminal.width)
    options.elapsed = options.width == nil ? nil : elapsed
    options.longest = options.width == nil ? ReportOptions.usualLongest : pager?.screen.rows
    return options
  }

  var formatOptions: [(name: String, value: String)] { formatOption.map { ($0.name, $0.value) } }

  /// Formats that list no values beside what changed.
  private static let withoutContext: [ReportFormat] = [.summary, .json, .jsonl]

  func validate() throws {
    if !with.isEmpty, let format = format.builtIn, Self.withoutContext.contains(format) {
      throw ValidationError("--with needs --format text, table, markdown, html, xlsx, csv or junit")
    }
    if showDerived, let format = format.builtIn, format == .summary || format.isDocumentPatch {
      throw ValidationError("--show-derived has nothing to show in --format \(format): it lists no records")
    }
    if let format = format.builtIn, format.isBinary, output == nil, !quiet, Terminal.isTerminal(.standardOutput) {
      throw ValidationError(
        "--format \(format) is nothing for a terminal: -o FILE.\(format.fileExtension) writes it to a file")
    }
    if !formatOption.isEmpty, let format = format.builtIn {
      throw ValidationError("--format-option is for plug-ins' formats, unlike \(format)")
    }
    if let notes, notes == "-" || notes == output {
      throw ValidationError("--notes names a file of its own; without it, standard error has them")
    }
    if stages, format.builtIn != .json { throw ValidationError("--stages needs --format json") }
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

struct OutputPlaces {
  /// `nil` for standard output.
  let report: OutputPlace?
  /// `nil` for standard error.
  let notes: OutputPlace?
}

extension OutputOptions {
  /// The places of the output files, none of which may be an input or a script, looked at before any work is done; that
  /// a plug-in has the format is made sure of, too.
  func places(for request: DiffRequest, scripts: [String]) throws -> OutputPlaces {
    if let name = format.plugin {
      do {
        var reportOptions = ReportOptions()
        reportOptions.formatOptions = formatOptions
        try checkPluginFormat(name, options: reportOptions, of: request.options)
      } catch {
        guard namedFormat == nil else { throw error }
        throw CommandError(
          "\(output ?? ""): \(error.message)",
          hint: "--format names the form of the report, whatever the file is called")
      }
    }
    func place(_ name: String?, _ option: String) throws -> OutputPlace? {
      try name.map {
        try OutputPlace(
          $0, option: option, inputs: [request.old, request.new], scripts: scripts + request.options.modules)
      }
    }
    return OutputPlaces(report: try place(output, "-o"), notes: try place(notes, "--notes"))
  }

  /// Says on standard error what a person should know and does not see in the report.
  func tell(of comparison: Comparison, _ request: DiffRequest, elapsed: Duration) {
    let isRead = !quiet && output == nil && format.builtIn?.isForPeople ?? false
    if !isRead { comparison.terms.warnings.forEach { Diagnostics.warning($0.message) } }
    request.absentReaders.forEach { Diagnostics.warning($0) }
    if !isRead, !quiet, notes == nil {
      for note in comparison.terms.notes where !note.isWarning { Diagnostics.note(note.message) }
    }
    if !quiet, notes == nil, !(format.builtIn?.hasDuplicates ?? false) {
      for words in comparison.duplicateWords { Diagnostics.note("duplicates: \(words)") }
    }
    guard verbose else { return }
    if format.builtIn?.isDocumentPatch ?? false, !comparison.terms.rules.isEmpty {
      Diagnostics.note("what the rules declare equal stays in \(comparison.source.name) as it is")
    }
    for table in [comparison.source, comparison.target] {
      for note in table.notes where !note.isWarning { Diagnostics.note("\(table.name): \(note.message)") }
    }
    for advice in request.options.plugins.notLoaded { Diagnostics.note("plug-in \(advice)") }
    Diagnostics.note("compared in \(elapsed.milliseconds) ms")
  }

  /// Writes the report; that the reader of a pipe has gone is no trouble: it has seen what it wanted.
  func write(
    _ comparison: Comparison, of request: DiffRequest, options: ReportOptions, to places: OutputPlaces, pager: Pager?
  ) throws {
    do {
      try options.checkContext(of: comparison)
      if places.report != nil || !quiet {
        let isColored = options.color && format.builtIn?.isForPeople ?? true
        try ProgramOutput.write(to: places.report, pager: pager, isColored: isColored) { sink in
          try write(comparison, of: request, options: options, to: &sink)
        }
      }
      if let place = places.notes {
        let lines = comparison.noteLines(options).map { $0 + "\n" }.joined()
        try ProgramOutput.write(to: place) { try $0.write(Array(lines.utf8)) }
      }
    } catch let error as ComparisonError { throw LunaDiffError(error) } catch let error as OperationsError {
      throw LunaDiffError(error)
    } catch let error as PatchError { throw LunaDiffError(error) }
  }

  private func write(
    _ comparison: Comparison, of request: DiffRequest, options: ReportOptions, to sink: inout some ReportSink
  ) throws {
    switch format {
    case .builtIn(let format): try Reports.write(comparison, as: format, options: options, to: &sink)
    case .plugin(let name):
      try Scripting.write(comparison, asPluginFormat: name, options: options, of: request.options, to: &sink)
    }
  }
}

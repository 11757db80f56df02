import ArgumentParser
import Batch
import Reports
import Platform

/// Flags that say what is written of a batch, and where.
struct BatchOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag(
      "The form of the summary, as in -f html.", value: "name",
      """
      One of text, summary (only the table), json, jsonl, csv, markdown, junit and html. By default the name of the \
      -o file decides; without -o it is text.
      """),
    completion: .words(of: BatchFormat.self), transform: Choice.of(BatchFormat.self)) var namedFormat: BatchFormat?

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: Help.flag(
      "Write the summary to a file instead of standard output.", value: "file",
      "The file is replaced once all is written, so it is never half a summary. - is standard output.")) var outputName:
    String?

  var output: String? { outputName == "-" ? nil : outputName }

  @Option(
    help: Help.flag(
      "Write a report of each pair, as in --report html.", value: "format",
      "Any format of lunadiff OLD NEW except those of plug-ins. The files go to --output-dir, each under the name of "
        + "its pair."),
    completion: .words(of: ReportFormat.self), transform: Choice.of(ReportFormat.self)) var report: ReportFormat?

  @Option(
    help: Help.flag("The directory for the files of --report.", value: "directory", "It is made if it is missing."))
  var outputDir: String?

  @Flag(
    help: Help.flag(
      "Do not look for what explains many changes of a pair at once.",
      "By default the summary has the first such finding below each pair, and JSON has all of them."))
  var noFindings = false

  @OptionGroup var colors: ColorOption

  @Flag(name: .shortAndLong, help: Help.flag("Print no summary; the exit status says it all.")) var quiet = false

  @Flag(name: .shortAndLong, help: Help.flag("Say on standard error how each pair ended.")) var verbose = false

  var pairReport: BatchReport? {
    guard let report, let outputDir else { return nil }
    let directory = outputDir.count > 1 && outputDir.hasSuffix("/") ? outputDir.dropLast() : outputDir[...]
    var pairReport = BatchReport(report, directory: String(directory))
    pairReport.options.findings = !noFindings
    return pairReport
  }

  /// The form of the summary: as it is named, or as the output file is called.
  var format: BatchFormat { namedFormat ?? BatchFormat(ofOutput: output) ?? .text }

  /// Whether who sees the summary sees why a pair failed.
  var summaryShowsFailures: Bool { output == nil && !quiet && (format == .text || format == .summary) }

  func write(_ summary: BatchSummary, to place: OutputPlace?, pager: Pager?, elapsed: Duration) throws {
    tellNotes(of: summary)
    guard place != nil || !quiet else { return }
    let terminal = place == nil ? Descriptor.standardOutput : nil
    var options = ReportOptions()
    options.color = colors.color.isColored(terminal)
    options.elapsed = terminal.flatMap(Terminal.width) == nil ? nil : elapsed
    var summary = format == .html ? summary.linked(from: place) : summary
    if report == nil, format == .html || format == .text && options.elapsed != nil, summary.hasChanges {
      summary.advice = "what differs in each pair: --report html --output-dir DIRECTORY writes a page of each"
    }
    try ProgramOutput.write(to: place, pager: pager, isColored: options.color && format != .csv) { sink in
      try Batch.write(summary, as: format, options: options, to: &sink)
    }
  }

  /// Says on standard error what lenient modes let through, where the summary is not seen to say it.
  private func tellNotes(of summary: BatchSummary) {
    guard quiet || output != nil || format != .text && format != .summary else { return }
    for result in summary.results {
      for note in result.terms.notes where note.isWarning { Diagnostics.warning("\(result.name): \(note.message)") }
      for note in result.terms.notes where !note.isWarning && !quiet {
        Diagnostics.note("\(result.name): \(note.message)")
      }
    }
  }

  func validate() throws {
    if namedFormat == nil { try BatchFormat.checkExtension(ofOutput: output) }
    guard (report == nil) == (outputDir == nil) else {
      throw ValidationError(report == nil ? "--output-dir needs --report" : "--report needs --output-dir")
    }
  }
}

extension BatchSummary {
  /// Whether pairs were compared that differ.
  fileprivate var hasChanges: Bool { results.contains { $0.outcome == .different || $0.outcome == .tolerated } }

  /// The same with paths of reports as a page at the place has to refer to them.
  fileprivate func linked(from place: OutputPlace?) -> BatchSummary {
    guard let place else { return self }
    var linked = self
    for number in results.indices {
      guard let path = results[number].report.flatMap(FilePath.resolved) else { continue }
      let folder = FilePath.resolved(place.directory).map { $0 == "/" ? $0 : $0 + "/" }
      let isBelow = folder.map(path.hasPrefix) ?? false
      linked.results[number].report = isBelow ? String(path.dropFirst(folder?.count ?? 0)) : path
    }
    return linked
  }
}

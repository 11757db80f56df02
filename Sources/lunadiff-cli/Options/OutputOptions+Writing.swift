import Comparing
import Patching
import Reports
import Requests
import Scripting
import Platform

/// Where the report goes, and where the notes go.
struct OutputPlaces {
  /// `nil` for standard output.
  let report: OutputPlace?
  /// `nil` for standard error.
  let notes: OutputPlace?
}

extension OutputOptions {
  /// The places of the output files, looked at before any work is done.
  ///
  /// That a plug-in has the format is made sure of, too.
  ///
  /// - Parameter scripts: Files that it must not overwrite, as little as the inputs.
  func places(for request: DiffRequest, scripts: [String]) throws -> OutputPlaces {
    if let name = format.plugin {
      do {
        var told = ReportOptions()
        told.formatOptions = formatOptions
        let options = request.options
        try checkPluginFormat(
          name, options: told, plugins: options.plugins, limits: options.limits)
      } catch {
        guard namedFormat == nil else { throw error }
        throw CommandError(
          "\(output ?? ""): \(error.message)",
          hint: "--format names the form of the report, whatever the file is called")
      }
    }
    func place(_ name: String?, _ option: String, besides others: [String] = []) throws
      -> OutputPlace?
    {
      let inputs = [request.old, request.new] + others
      do {
        return try name.map {
          try OutputPlace($0, inputs: inputs, scripts: scripts + request.options.modules)
        }
      } catch let error as OutputError {
        throw CommandError(error, option: option)
      }
    }
    return OutputPlaces(
      report: try place(output, "-o"),
      notes: try place(notes, "--notes", besides: output.map { [$0] } ?? []))
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
      for note in table.notes where !note.isWarning {
        Diagnostics.note("\(table.name): \(note.message)")
      }
    }
    for advice in request.options.plugins.notLoaded { Diagnostics.note("plug-in \(advice)") }
    Diagnostics.note("compared in \(Self.milliseconds(elapsed)) ms")
  }

  /// Writes the report.
  ///
  /// That the reader of a pipe has gone is no trouble: it has seen what it wanted.
  func write(
    _ comparison: Comparison, of request: DiffRequest, options: ReportOptions,
    to places: OutputPlaces, pager: Pager?
  ) throws {
    let report = PendingReport(
      comparison: comparison, compared: request.options, format: format, options: options)
    do {
      try options.checkContext(of: comparison)
      if places.report != nil || !quiet {
        try ProgramOutput.write(to: places.report, pager: pager) { try report.write(to: &$0) }
      }
      if let place = places.notes {
        let lines = comparison.noteLines(options).map { $0 + "\n" }.joined()
        try ProgramOutput.write(to: place) { try $0.write(Array(lines.utf8)) }
      }
    } catch let error as ComparisonError {
      throw LunaDiffError(error)
    } catch let error as OperationsError {
      throw LunaDiffError(error)
    } catch let error as PatchError {
      throw LunaDiffError(error)
    }
  }

  private static func milliseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
  }
}

/// A report that only lacks a place to go to.
private struct PendingReport {
  let comparison: Comparison
  /// How it was compared.
  let compared: ComparisonOptions
  let format: PluginChoice<ReportFormat>
  let options: ReportOptions

  func write(to sink: inout some ReportSink) throws {
    switch format {
    case .builtIn(let format):
      try Reports.write(comparison, as: format, options: options, to: &sink)
    case .plugin(let name):
      try Scripting.write(
        comparison, asPluginFormat: name, options: options, of: compared, to: &sink)
    }
  }
}

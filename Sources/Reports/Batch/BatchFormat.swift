/// The forms in which the summary of a batch can be written.
package enum BatchFormat: String, Sendable, CaseIterable {
  /// A table for a person at a terminal.
  case text
  /// One JSON object.
  case json
  /// One JSON value a line: the pairs, then the totals.
  case jsonl
  /// One row for each pair.
  case csv
  /// A table for a pull request.
  case markdown
  /// JUnit XML, one suite for each pair.
  case junit
  /// One page with a table, with links to the pairs' own reports.
  case html
}

/// Writes the summary of a batch.
///
/// - Parameters:
///   - batch: What came of it.
///   - format: The form.
///   - options: Of these, the colours, the title and the time.
///   - sink: Takes the bytes.
/// - Throws: What the sink throws.
/// - Complexity: O(*p*) for *p* pairs.
package func write(
  _ batch: BatchSummary, as format: BatchFormat, options: ReportOptions = ReportOptions(),
  to sink: inout some ReportSink
) throws {
  try sink.collect { out in
    switch format {
    case .text: BatchTextReport(batch, options, out).write()
    case .json: BatchJSONReport(batch, out).writeObject()
    case .jsonl: BatchJSONReport(batch, out).writeLines()
    case .csv: BatchCSVReport(batch, out).write()
    case .markdown: BatchMarkdownReport(batch, options, out).write()
    case .junit: BatchJUnitReport(batch, out).write()
    case .html: BatchHTMLReport(batch, options, out).write()
    }
  }
}

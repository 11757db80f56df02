/// The forms in which the results of tests can be written.
package enum TestFormat: String, Sendable, CaseIterable {
  /// For a person.
  case text
  /// One JSON object.
  case json
  /// JUnit XML, a suite for each file.
  case junit
  /// The Test Anything Protocol, version 14.
  case tap
}

/// Writes the results of tests.
///
/// - Parameters:
///   - summary: The results.
///   - format: The form.
///   - options: Of these, the colours.
///   - failuresOnly: Whether `text` leaves out tests that passed.
///   - sink: Takes the bytes.
/// - Throws: What the sink throws.
package func write(
  _ summary: TestSummary, as format: TestFormat, options: ReportOptions = ReportOptions(),
  failuresOnly: Bool = false, to sink: inout some ReportSink
) throws {
  try sink.collect { out in
    switch format {
    case .text: TestTextReport(summary, options, out, failuresOnly: failuresOnly).write()
    case .json: TestJSONReport(summary, out).write()
    case .junit: TestJUnitReport(summary: summary, out: out).write()
    case .tap: TestTAPReport(summary: summary, out: out).write()
    }
  }
}

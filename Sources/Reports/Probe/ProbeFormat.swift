import Probing

/// The forms in which the findings of a probe can be written.
package enum ProbeFormat: String, Sendable, CaseIterable {
  /// Tables and sentences for a person; the last line is for a rules file.
  case text
  /// One JSON object.
  case json
}

/// Writes the findings of a probe.
///
/// - Parameters:
///   - report: The findings.
///   - format: The form.
///   - options: Of these, the colours.
///   - sink: Takes the bytes.
/// - Throws: What the sink throws.
package func write(
  _ report: ProbeReport, as format: ProbeFormat, options: ReportOptions = ReportOptions(),
  to sink: inout some ReportSink
) throws {
  try sink.collect { out in
    switch format {
    case .text: ProbeTextReport(report, options, out).write()
    case .json: ProbeJSONReport(report, out).write()
    }
  }
}

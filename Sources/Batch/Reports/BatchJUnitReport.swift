import Comparing
import Records
import Reports

/// The summary of a batch as JUnit XML: a suite for each pair in one document.
///
/// A pair that was compared has a test case for each kind of change, which fails if the changes count; one that failed
/// is an error, and one of which a file is missing a failure, if that counts. A list of accepted differences has a suite
/// if entries of it fit nothing in any pair.
struct BatchJUnitReport {
  let batch: BatchSummary
  let out: OutputBuffer

  static func suite(_ comparison: Comparison, _ result: BatchResult, _ options: ReportOptions) throws -> [UInt8] {
    var options = options
    options.title = result.name
    let out = OutputBuffer()
    try comparison.guarding { try JUnitReport(comparison, options, out).appendSuite() }
    return out.takeBytes(from: 0)
  }

  func write() {
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
    for result in batch.results { if let suite = result.suite { out.append(suite) } else { appendSuite(result) } }
    for (list, lines) in batch.staleAccepted { append(stale: lines, of: list) }
    out.append("</testsuites>\n")
  }

  private func appendSuite(_ result: BatchResult) {
    let isError = result.outcome == .failed
    append(result.name, "the pair is compared", failures: result.isDifferent ? 1 : 0, errors: isError ? 1 : 0) {
      guard isError || result.isDifferent else { return out.append("/>\n") }
      let message = result.message ?? result.outcome.rawValue
      appendProblem(isError ? "error" : "failure", result.outcome.rawValue, message)
    }
  }

  /// A suite for a list of accepted differences, entries of which fit nothing in any pair; it fails if that counts.
  private func append(stale lines: [Int], of list: String) {
    let words =
      "\(Grouped.count(lines.count, "entry fits", "entries fit")) nothing in any pair: line "
      + lines.map(String.init).joined(separator: ", ")
    append(list, "no accepted difference is stale", failures: batch.countsStale ? 1 : 0, errors: 0) {
      if batch.countsStale { return appendProblem("failure", "stale", words) }
      out.append("><system-out>")
      out.append(markup: words)
      out.append(", tolerated</system-out></testcase>\n")
    }
  }

  private func append(_ suite: String, _ name: String, failures: Int, errors: Int, _ end: () -> Void) {
    out.append("  <testsuite name=\"")
    out.append(markup: suite)
    out.append(text: "\" tests=\"1\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\" time=\"0.000\">\n")
    out.append("    <testcase classname=\"")
    out.append(markup: suite)
    out.append(text: "\" name=\"\(name)\"")
    end()
    out.append("  </testsuite>\n")
  }

  private func appendProblem(_ element: String, _ type: String, _ message: String) {
    let first = message.split(separator: "\n").first.map(String.init) ?? message
    out.append(text: ">\n      <\(element) type=\"\(type)\" message=\"")
    out.append(markup: first)
    out.append("\">")
    out.append(markup: message)
    out.append(text: "</\(element)>\n    </testcase>\n")
  }
}

extension BatchResult {
  package mutating func keepSuite(of comparison: Comparison, options: ReportOptions) throws {
    suite = try BatchJUnitReport.suite(comparison, self, options)
  }
}

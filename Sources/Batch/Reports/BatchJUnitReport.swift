import Comparing
import Records
import Reports

/// The summary of a batch as JUnit XML: a suite for each pair in one document.
///
/// A pair that was compared has a test case for each kind of change, which fails if the changes count; one that failed
/// is an error, and one of which a file is missing a failure, if that counts.
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
    out.append("</testsuites>\n")
  }

  private func appendSuite(_ result: BatchResult) {
    let isError = result.outcome == .failed
    out.append("  <testsuite name=\"")
    out.append(markup: result.name)
    out.append("\" tests=\"1\" failures=\"")
    out.append(result.isDifferent ? 1 : 0)
    out.append("\" errors=\"")
    out.append(isError ? 1 : 0)
    out.append("\" skipped=\"0\" time=\"0.000\">\n    <testcase classname=\"")
    out.append(markup: result.name)
    out.append("\" name=\"the pair is compared\"")
    if isError || result.isDifferent { appendProblem(result) } else { out.append("/>\n") }
    out.append("  </testsuite>\n")
  }

  private func appendProblem(_ result: BatchResult) {
    let element = result.outcome == .failed ? "error" : "failure"
    let message = result.message ?? result.outcome.rawValue
    let first = message.split(separator: "\n").first.map(String.init) ?? message
    out.append(text: ">\n      <\(element) type=\"\(result.outcome.rawValue)\" message=\"")
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

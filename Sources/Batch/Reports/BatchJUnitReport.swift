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

  func write() {
    out.testSuites {
      for result in batch.results { if let suite = result.suite { out.append(suite) } else { appendSuite(result) } }
      for (list, lines) in batch.staleAccepted { append(stale: lines, of: list) }
    }
  }

  private func appendSuite(_ result: BatchResult) {
    let isError = result.outcome == .failed
    append(result.name, "the pair is compared", failures: result.isDifferent ? 1 : 0, errors: isError ? 1 : 0) {
      guard isError || result.isDifferent else { return out.endTestCase() }
      let outcome = result.outcome.rawValue
      out.endTestCase(isError ? "error" : "failure", type: outcome, result.message ?? outcome)
    }
  }

  /// A suite for a list of accepted differences, entries of which fit nothing in any pair; it fails if that counts.
  private func append(stale lines: [Int], of list: String) {
    let words = BatchSummary.words(ofStale: lines)
    append(list, "no accepted difference is stale", failures: batch.countsStale ? 1 : 0, errors: 0) {
      if batch.countsStale { return out.endTestCase("failure", type: "stale", words) }
      out.endTestCase(saying: "\(words), tolerated")
    }
  }

  private func append(_ suite: String, _ name: String, failures: Int, errors: Int, _ end: () -> Void) {
    out.testSuite(suite, tests: 1, failures: failures, errors: errors, time: "0.000") {
      out.beginTestCase(name, in: suite)
      end()
    }
  }
}

extension BatchResult {
  package mutating func keepSuite(of comparison: Comparison, options: ReportOptions) throws {
    var options = options
    options.title = name
    let out = OutputBuffer()
    try comparison.guarding { try JUnitReport(comparison, options, out).appendSuite() }
    suite = out.takeBytes(from: 0)
  }
}

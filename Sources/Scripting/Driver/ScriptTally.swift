import Batch
import Comparing
import Reports
import Requests

/// The results of a script's batch as they come in.
final class ScriptTally {
  private var summary = BatchSummary([])

  /// Counts a pair: what came of it, or `nil` where a file is missing.
  func add(
    _ pair: BatchPair, _ result: Result<Comparison, any Error>?
  ) -> BatchResult.Outcome {
    let result = outcome(pair, result)
    summary.results.append(result)
    return result.outcome
  }

  private func outcome(
    _ pair: BatchPair, _ result: Result<Comparison, any Error>?
  ) -> BatchResult {
    switch result {
    case .success(let comparison):
      var result = BatchResult(name: pair.name, comparison, thresholds: ChangeThresholds())
      // A document that the script may ask for is made of what is kept now; it cannot fail in memory.
      try? result.keepSuite(of: comparison, options: ReportOptions())
      return result
    case .failure(let error): return BatchResult(failed: pair, LunaDiffError(error))
    case nil:
      return BatchResult(
        name: pair.name, old: pair.old, new: pair.new,
        outcome: pair.old == nil ? .onlyNew : .onlyOld, isDifferent: true)
    }
  }

  /// The exit status so far.
  var status: Int { summary.status }
  /// The counts in one line.
  var headline: String { summary.headline }

  /// The summary in a format.
  func text(_ format: BatchFormat) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try Reports.write(summary, as: format, to: &bytes)
    return bytes
  }
}

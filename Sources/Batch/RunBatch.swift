import Comparing
import Platform
import Reports
import Requests
import Synchronization

/// Compares every pair of a batch; one that fails does not keep the others from going on.
///
/// Small pairs are compared several at once, each by one thread, and then the large ones one after another, each by all
/// threads. What is known of a pair's records is released as soon as its report is written, so that memory depends on
/// the largest pair and the number of threads, not on the number of pairs. `progress` and `each` are called from any
/// thread, one call at a time; `each` in the order of the batch.
package func runBatch(
  _ request: BatchRequest, progress: @escaping @Sendable (BatchProgress) -> Void = { _ in },
  each: @escaping @Sendable (BatchResult) -> Void = { _ in }
) -> BatchSummary {
  let inputs = request.pairs.map(\.sizes)
  let sizes = inputs.map { ($0.source ?? 0) + ($0.target ?? 0) }
  let tally = BatchTally(sizes: sizes, progress: progress, each: each)
  let numbers = Array(request.pairs.indices)
  let small = numbers.filter { sizes[$0] < request.largeSize }
  let large = numbers.filter { sizes[$0] >= request.largeSize }
  let isOnlyOne = small.count == 1
  Workers.run(count: small.count, limit: request.threads) { index in
    let number = small[index]
    tally.add(request.result(number, inputs[number], threads: isOnlyOne ? request.threads : 1), number)
  }
  for number in large { tally.add(request.result(number, inputs[number], threads: request.threads), number) }
  return tally.summary
}

extension BatchRequest {
  /// - Parameter sizes: The bytes of the pair's inputs, about, as far as they are known.
  func result(_ number: Int, _ sizes: Sides<Int?>, threads: Int) -> BatchResult {
    let pair = pairs[number]
    if let problem = pair.problem { return BatchResult(failed: pair, LunaDiffError(problem)) }
    guard let old = pair.old, let new = pair.new else {
      return BatchResult(missing: pair, isDifferent: thresholds.countsMissing)
    }
    var request = DiffRequest(old: old, new: new, options: pair.options)
    request.options.sharesReading = true
    request.options.threads = threads
    request.options.sizes = sizes
    request.options.acceptedTable = pair.name
    do {
      let start = ContinuousClock.now
      let comparison = try thresholds.judged(compare(request))
      return try finish(pair, comparison, elapsed: ContinuousClock.now - start)
    } catch { return BatchResult(failed: pair, LunaDiffError(error), showsStack: showsStack) }
  }

  private func finish(_ pair: BatchPair, _ comparison: Comparison, elapsed: Duration) throws -> BatchResult {
    var result = BatchResult(name: pair.name, comparison, thresholds: thresholds)
    let findings = keepsFindings || keepsMemory ? try comparison.batchFindings() : nil
    if keepsFindings, let findings, !findings.isEmpty {
      result.findings = findings.told
      result.commands = commands(pair)
    }
    if let report {
      let path = report.path(of: pair.name)
      var options = report.options
      options.title = options.title ?? pair.name
      options.thresholds = thresholds
      options.batchPage = report.reference(from: path)
      options.knownFindings = findings
      options.commands = commands(pair)
      try ReportFile.write(comparison, as: report.format, options: options, to: path)
      result.report = path
    }
    if keepsSuites {
      var options = ReportOptions()
      options.elapsed = elapsed
      options.thresholds = thresholds
      try result.keepSuite(of: comparison, options: options)
    }
    if keepsMemory { result.memory = try PairMemory(of: comparison, findings?.told ?? [], elapsed: elapsed) }
    return result
  }
}

extension Comparison {
  /// What explains many changes at once; `nil` where nothing differs, and so nothing was looked for.
  fileprivate func batchFindings() throws -> [FindingWords]? {
    guard changeCount > 0 || !columnChanges.deleted.isEmpty && !columnChanges.inserted.isEmpty else { return nil }
    return try guarding { try allFindingWords() }
  }
}

extension BatchResult {
  package init(missing pair: BatchPair, isDifferent: Bool) {
    let outcome = pair.old == nil ? Outcome.onlyNew : .onlyOld
    self.init(name: pair.name, old: pair.old, new: pair.new, outcome: outcome, isDifferent: isDifferent)
  }

  package init(failed pair: BatchPair, _ error: LunaDiffError, showsStack: Bool = false) {
    self.init(name: pair.name, old: pair.old, new: pair.new, outcome: .failed, isDifferent: false)
    message = showsStack ? error.messageWithStack : error.message
  }
}

/// Collects the results of pairs, which end in any order, and passes them on in the order of the batch.
final class BatchTally: Sendable {
  private struct State {
    var results: [BatchResult?]
    var next = 0
    var progress: BatchProgress
  }

  private let state: Mutex<State>
  private let sizes: [Int]
  private let progress: @Sendable (BatchProgress) -> Void
  private let each: @Sendable (BatchResult) -> Void

  init(
    sizes: [Int], progress: @escaping @Sendable (BatchProgress) -> Void, each: @escaping @Sendable (BatchResult) -> Void
  ) {
    self.sizes = sizes
    self.progress = progress
    self.each = each
    state = Mutex(
      State(
        results: Array(repeating: nil, count: sizes.count),
        progress: BatchProgress(pairCount: sizes.count, size: sizes.reduce(0, +))))
  }

  func add(_ result: BatchResult, _ number: Int) {
    state.withLock { state in
      state.results[number] = result
      state.progress.pairs += 1
      state.progress.records += (result.records?.source ?? 0) + (result.records?.target ?? 0)
      state.progress.done += sizes[number]
      progress(state.progress)
      while state.next < state.results.count, let result = state.results[state.next] {
        each(result)
        state.next += 1
      }
    }
  }

  var summary: BatchSummary { BatchSummary(state.withLock { $0.results.compactMap { $0 } }) }
}

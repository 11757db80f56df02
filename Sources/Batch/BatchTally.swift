import Reports
import Synchronization

/// Collects the results of pairs, which end in any order, and passes them on in the order of the batch.
final class BatchTally: Sendable {
  private struct State {
    var results: [BatchResult?]
    /// The first pair that has not been passed on.
    var next = 0
    var progress: BatchProgress
  }

  private let state: Mutex<State>
  private let sizes: [Int]
  private let progress: @Sendable (BatchProgress) -> Void
  private let each: @Sendable (BatchResult) -> Void

  /// - Parameter sizes: A measure of each pair's work.
  init(
    sizes: [Int], progress: @escaping @Sendable (BatchProgress) -> Void,
    each: @escaping @Sendable (BatchResult) -> Void
  ) {
    self.sizes = sizes
    self.progress = progress
    self.each = each
    state = Mutex(
      State(
        results: Array(repeating: nil, count: sizes.count),
        progress: BatchProgress(pairCount: sizes.count, size: sizes.reduce(0, +))))
  }

  /// Takes a pair's result.
  func add(_ result: BatchResult, _ number: Int) {
    state.withLock { state in
      state.results[number] = result
      state.progress.pairs += 1
      state.progress.records += (result.records?.old ?? 0) + (result.records?.new ?? 0)
      state.progress.done += sizes[number]
      progress(state.progress)
      while state.next < state.results.count, let result = state.results[state.next] {
        each(result)
        state.next += 1
      }
    }
  }

  /// The results so far.
  var summary: BatchSummary { BatchSummary(state.withLock { $0.results.compactMap { $0 } }) }
}

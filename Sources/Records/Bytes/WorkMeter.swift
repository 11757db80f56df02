import Synchronization

/// How far a comparison is, and whether it was cancelled; counted by the threads that work, read by any.
///
/// The work is a row of steps. What share of the whole each will take is a guess; within a step the count is exact.
package final class WorkMeter: Sendable, Equatable {
  package enum Step: Int, Sendable, CaseIterable {
    case reading
    case filtering
    case identifying
    case comparing
  }

  private struct State {
    var shares: [Step: Double] = [:]
    var step: Step?
    var count = 1
  }

  private let state = Mutex(State())
  private let done = Atomic<Int>(0)
  private let cancelled = Atomic<Bool>(false)

  package init() {}

  /// Guesses how the whole will divide into steps; a step without a share takes no time.
  package func plan(_ shares: [Step: Double]) { state.withLock { $0.shares = shares } }

  /// Begins a step of so many pieces of work; all steps before it are done.
  package func begin(_ step: Step, of count: Int) {
    state.withLock {
      $0.step = step
      $0.count = max(1, count)
      done.store(0, ordering: .relaxed)
    }
  }

  package func advance(by count: Int) { done.add(count, ordering: .relaxed) }

  /// Ends the work: it throws ``Cancelled`` where it looks next.
  package func cancel() { cancelled.store(true, ordering: .relaxed) }

  package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  package struct Cancelled: Error, CustomStringConvertible { package let description = "cancelled" }

  /// Ends work that was cancelled; long loops ask some thousand times a second.
  package func check() throws(Cancelled) { if isCancelled { throw Cancelled() } }

  /// How much is done, from 0 to 1; `nil` as long as it is unknown how much there is to do.
  package var fraction: Double? {
    state.withLock { state in
      guard let step = state.step else { return nil }
      let before = Step.allCases.filter { $0.rawValue < step.rawValue }
      let whole = Step.allCases.reduce(0) { $0 + (state.shares[$1] ?? 0) }
      guard whole > 0 else { return nil }
      let part = min(1, Double(done.load(ordering: .relaxed)) / Double(state.count))
      let sum = before.reduce((state.shares[step] ?? 0) * part) { $0 + (state.shares[$1] ?? 0) }
      return sum / whole
    }
  }

  package static func == (first: WorkMeter, second: WorkMeter) -> Bool { first === second }
}

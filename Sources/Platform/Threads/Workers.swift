import CPlatform
import Synchronization

/// How many threads there are, and what they do.
package enum Workers {
  package static let available = Int(lunadiff_core_count())

  /// More threads than this do not help, and a system may refuse them.
  private static let most = 1024

  /// How many threads a limit allows; `0`: as many as there are cores.
  package static func threads(limit: Int) -> Int { limit == 0 ? available : min(limit, most) }

  /// Calls `body` once for each of `0..<count`, in any order, on up to `limit` threads at once, of which this is one; 0
  /// is as many as there are cores.
  package static func run(count: Int, limit: Int = 0, _ body: @Sendable (Int) -> Void) {
    let threads = min(count, threads(limit: limit))
    guard threads > 1 else {
      for item in 0..<max(0, count) { body(item) }
      return
    }
    let next = Atomic<Int>(0)
    WorkerThreads.shared.run(helpers: threads - 1) {
      while true {
        let item = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard item < count else { return }
        body(item)
      }
    }
  }
}

extension Workers {
  /// Does work on a thread that is no task's, so that tasks go on meanwhile, and waits for it.
  ///
  /// - Throws: What the work throws; `CancellationError` if the task is cancelled before the work has begun.
  package static func start<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    let place = QueuePlace<Result>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard place.wait(continuation) else { return }
        WorkerThreads.shared.start { place.begin()?.resume(with: Swift.Result { try work() }) }
      }
    } onCancel: {
      place.leave()
    }
  }
}

/// The place of one who waits for work that waits for a thread: who is cancelled does not wait any longer.
private final class QueuePlace<Result: Sendable>: Sendable {
  typealias Continuation = CheckedContinuation<Result, any Error>

  private let state = Mutex<(waiting: Continuation?, hasLeft: Bool)>((nil, false))

  /// Takes who waits; `false` if he was cancelled before.
  func wait(_ continuation: Continuation) -> Bool {
    let hasLeft = state.withLock { state in
      if !state.hasLeft { state.waiting = continuation }
      return state.hasLeft
    }
    if hasLeft { continuation.resume(throwing: CancellationError()) }
    return !hasLeft
  }

  /// Who is to be told of the work that begins now; `nil` if nobody waits for it any more.
  func begin() -> Continuation? {
    state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
  }

  func leave() {
    let waiting = state.withLock { state in
      defer { state = (nil, true) }
      return state.waiting
    }
    waiting?.resume(throwing: CancellationError())
  }
}

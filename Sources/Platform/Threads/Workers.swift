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
  package static func start<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      WorkerThreads.shared.start { continuation.resume(with: Swift.Result { try work() }) }
    }
  }
}

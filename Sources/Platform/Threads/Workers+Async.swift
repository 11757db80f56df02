extension Workers {
  /// Does work on a thread that is no task's, so that tasks go on meanwhile, and waits for it.
  package static func start<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      WorkerThreads.shared.start { continuation.resume(with: Swift.Result { try work() }) }
    }
  }
}

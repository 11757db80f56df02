/// Lets only so many tasks through at a time, so that tests that start processes do not crowd the machine.
public actor Gate {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes a gate for this many tasks at once.
  public init(width: Int) {
    free = max(1, width)
  }

  /// Runs the work once there is room.
  public func pass<Result: Sendable>(
    _ work: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    await enter()
    defer { leave() }
    return try await work()
  }

  private func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}

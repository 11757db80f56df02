@testable import Platform
import Synchronization
import Testing

@Suite("Workers") struct WorkersTests {
  @Test("every item is worked on once", arguments: [0, 1, 2, 7, 1000], [0, 1, 2, 4, 16])
  func once(count: Int, limit: Int) {
    let seen = Mutex([Int](repeating: 0, count: count))
    Workers.run(count: count, limit: limit) { item in seen.withLock { $0[item] += 1 } }
    #expect(seen.withLock { $0 } == [Int](repeating: 1, count: count))
  }

  @Test("runs can be nested")
  func nested() {
    let total = Atomic<Int>(0)
    Workers.run(count: 4) { _ in
      Workers.run(count: 5) { _ in total.wrappingAdd(1, ordering: .relaxed) }
    }
    #expect(total.load(ordering: .relaxed) == 20)
  }

  @Test("runs from many threads, one after another and into each other, all end")
  func stress() {
    let total = Atomic<Int>(0)
    Workers.run(count: 8, limit: 8) { _ in
      for round in 0..<200 {
        Workers.run(count: 1 + round % 5, limit: 1 + round % 4) { _ in
          total.wrappingAdd(1, ordering: .relaxed)
        }
      }
    }
    #expect(total.load(ordering: .relaxed) == 8 * 40 * (1 + 2 + 3 + 4 + 5))
  }

  /// What is started says itself which threads there are: those that did some of it.
  @Test("however much is started at once, inside of each other or not, few threads do all of it")
  func threads() async throws {
    let seen = Mutex<(threads: Set<pthread_t>, done: Int)>(([], 0))
    let note: @Sendable () -> Void = {
      let thread = pthread_self()
      seen.withLock { $0 = ($0.threads.union([thread]), $0.done + 1) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2_000 {
        group.addTask {
          try await Workers.start {
            note()
            Workers.run(count: 3) { _ in Workers.run(count: 3) { _ in note() } }
          }
        }
      }
      try await group.waitForAll()
    }
    let (threads, done) = seen.withLock { $0 }
    #expect(done == 2_000 * 10)
    // Other tests want 16 for a run of their own, which they get.
    #expect(threads.count <= max(WorkerThreads.most, 16))
  }

  @Test("who is cancelled while others have all threads waits no longer, and the work is not done")
  func cancelledInQueue() async throws {
    let state = Mutex<(begun: Int, isOver: Bool, wasDone: Bool)>((0, false, false))
    let hold: @Sendable () -> Void = {
      state.withLock { $0.begun += 1 }
      while !state.withLock({ $0.isOver }) { usleep(1000) }
    }
    let note: @Sendable () -> Void = { state.withLock { $0.wasDone = true } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<WorkerThreads.most { group.addTask { try await Workers.start(hold) } }
      while state.withLock({ $0.begun }) < WorkerThreads.most { try await Task.sleep(for: .milliseconds(1)) }
      let queued = Task { try await Workers.start(note) }
      queued.cancel()
      await #expect(throws: CancellationError.self) { try await queued.value }
      state.withLock { $0.isOver = true }
      try await group.waitForAll()
    }
    try await Workers.start {}
    #expect(!state.withLock { $0.wasDone })
  }

  @Test("there is at least one core")
  func cores() { #expect(Workers.available >= 1) }
}

import Platform
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

  @Test("there is at least one core")
  func cores() { #expect(Workers.available >= 1) }
}

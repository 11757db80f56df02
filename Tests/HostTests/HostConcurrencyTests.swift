import LunaDiff
import Synchronization
import Testing

@Suite("Hosts at the same time") struct HostConcurrencyTests {
  private let old = Input.rows((0..<1000).map { ["id": $0, "x": $0 % 7] }, name: "old")
  private let new = Input.rows((0..<1000).map { ["id": $0, "x": $0 % 5] }, name: "new")
  private let rules = Rules {
    $0.identity = ["id"]
    $0.equal["x"] = .named("same")
  }

  @Test("two hosts give one name two meanings")
  func twoHosts() async throws {
    var strict = LunaHost()
    strict.comparator("same") { (old: Int, new: Int) in old == new }
    var lenient = LunaHost()
    lenient.comparator("same") { (_: Int, _: Int) in true }
    async let many = strict.compare(old: old, new: new, rules: rules)
    async let none = lenient.compare(old: old, new: new, rules: rules)
    #expect(try await many.changes.count > 800)
    #expect(try await none.changes.isEmpty)
  }

  @Test("a hundred comparisons by one host at the same time all have their result")
  func manyAtOnce() async throws {
    var host = LunaHost()
    host.comparator("same") { (old: Int, new: Int) in old == new }
    let offering = host
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        group.addTask {
          try await offering.compare(old: old, new: new, rules: rules).changes.count
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(counts.count == 1)
  }

  @Test("a stream of progress that nobody reads any more stops nothing")
  func droppedProgress() async throws {
    let (stream, told) = AsyncStream.makeStream(of: Double.self)
    let host = LunaHost()
    async let result = host.compare(old: old, new: new) { told.yield($0) }
    for await _ in stream { break }
    #expect(try await result.changes.count > 800)
  }

  @Test("functions are called from several threads, and a script prints from each of them")
  func printing() async throws {
    let lines = Mutex(0)
    var host = LunaHost()
    host.print = { _ in lines.withLock { $0 += 1 } }
    let rules = Rules.text("identity = 'id'\nfunction filter(r) print(r.id) return true end")
    _ = try await host.compare(old: old, new: new, rules: rules)
    #expect(lines.withLock { $0 } >= 2000)
  }
}

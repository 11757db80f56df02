import LunaDiff
import Synchronization
import Testing

@Suite("Work of a host") struct HostProgressTests {
  private let rows = Input.rows((0..<20_000).map { ["id": $0, "x": $0 % 7] })

  @Test("progress rises to 1")
  func progress() async throws {
    let told = Mutex<[Double]>([])
    _ = try await LunaHost().compare(old: rows, new: rows) { fraction in
      told.withLock { $0.append(fraction) }
    }
    let fractions = told.withLock { $0 }
    #expect(fractions.last == 1)
    #expect(fractions == fractions.sorted())
  }

  @Test("a task that was cancelled before throws at once")
  func before() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await LunaHost().compare(old: rows, new: rows)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Does something in a task that is cancelled.
  private func cancelled<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try body()
    }.value
  }

  @Test("rows without end have one in a cancelled task, and nobody can compare them")
  func endlessRows() async throws {
    let endless = try await cancelled { Input.rows(repeatElement(["id": 1], count: .max)) }
    await #expect(throws: CancellationError.self) {
      try await LunaHost().compare(old: endless, new: rows)
    }
  }

  @Test("a cancelled task writes no report", arguments: [Report.json, .named("own")])
  func report(_ report: Report) async throws {
    var host = LunaHost()
    host.format("own") { _, write in try write("text") }
    let result = try await host.compare(old: rows, new: rows)
    await #expect(throws: CancellationError.self) {
      try await cancelled { try result.report(report) }
    }
  }

  @Test(
    "cancelling ends a script that loops for ever, and native work",
    arguments: [
      "function identity(r) while true do end end",
      "function equal(a, b) while luna.host.called() do end end",
      "while luna.host.called() do end",
    ])
  func looping(rules: String) async {
    let hasBegun = Mutex(false)
    var host = LunaHost()
    (host.memoryLimit, host.instructionLimit, host.timeLimit) = (nil, nil, nil)
    host.function("called") {
      hasBegun.withLock { $0 = true }
      return true
    }
    let (offering, other) = (host, Input.rows((0..<20_000).map { ["id": $0, "x": $0 % 5] }))
    let task = Task {
      try await offering.compare(old: rows, new: other, rules: .text(rules))
    }
    if rules.contains("called") {
      while !hasBegun.withLock({ $0 }) { await Task.yield() }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

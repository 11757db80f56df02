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

  @Test("progress comes as a stream, too, whose last element has the result")
  func stream() async throws {
    var told: [(fraction: Double, result: DiffResult?)] = []
    for try await element in LunaHost().comparing(old: rows, new: rows) { told.append(element) }
    #expect(told.last?.result?.isSame == true)
    #expect(told.last?.fraction == 1)
    #expect(told.map(\.fraction) == told.map(\.fraction).sorted())
    #expect(told.dropLast().allSatisfy { $0.result == nil })
    await #expect(throws: LunaDiffError.self) {
      for try await _ in LunaHost().comparing(old: .file("/no/such.csv"), new: rows) {}
    }
  }

  @Test("a loop over progress that is left ends the comparison")
  func left() async throws {
    let calls = Mutex(0)
    let isOver = Mutex(false)
    var host = LunaHost()
    (host.instructionLimit, host.timeLimit) = (nil, nil)
    host.function("called") { calls.withLock { $0 += 1 } }
    let stream = host.comparing(
      old: rows, new: rows, rules: .text("function identity(r) while true do luna.host.called() end end"))
    let task = Task {
      for try await _ in stream {}
      isOver.withLock { $0 = true }
    }
    while calls.withLock({ $0 }) == 0 { await Task.yield() }
    task.cancel()
    try await task.value
    #expect(isOver.withLock { $0 })
    var last = -1
    while last != calls.withLock({ $0 }) {
      last = calls.withLock { $0 }
      try await Task.sleep(for: .milliseconds(50))
    }
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

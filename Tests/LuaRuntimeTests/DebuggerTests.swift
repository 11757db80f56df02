import Testing

@testable import LuaRuntime

/// Where scripts stand still, and what is seen there.
@Suite struct DebuggerTests {
  /// A state that is debugged, and the lines where it stood still.
  private final class Run {
    let debugger: LuaDebugger
    let state: LuaState
    private(set) var lines: [Int] = []

    init(limits: LuaLimits = .rules, occasions: LuaDebugger.Occasions = .errors) throws {
      debugger = try LuaDebugger(hiding: "luna")
      debugger.occasions = occasions
      state = try LuaState(limits: limits, debugger: debugger)
    }

    /// Runs a text; at each place the body says how it goes on.
    func run(
      _ text: String, _ body: @escaping (LuaPause, Int) throws -> LuaDebugger.Going
    ) throws {
      debugger.onPause = { [unowned self] pause in
        let frames = (try? pause.frames(limit: 50)) ?? []
        lines.append(frames.first { $0.line != nil }?.line ?? 0)
        do { return try body(pause, lines.count - 1) } catch {
          Issue.record(error)
          return .end
        }
      }
      try state.run(text, name: "rules.lua")
    }
  }

  /// The lines where a text stands still that goes on in these ways, and then in the last one.
  private func lines(_ text: String, _ ways: [LuaDebugger.Going]) throws -> [Int] {
    let run = try Run()
    run.debugger.go(ways[0])
    try run.run(text) { _, number in ways[min(number + 1, ways.count - 1)] }
    return run.lines
  }

  private static let nested = """
    local function inner(x)
      local y = x + 1
      return y
    end
    local function outer(x)
      local y = inner(x)
      return y
    end
    local a = outer(1)
    local b = outer(a)
    """

  @Test(
    "steps end where they are to end",
    arguments: [
      ([.stepInto], [4, 8, 9, 6, 2, 3, 7, 10, 6, 2, 3, 7]),
      ([.stepInto, .stepOver], [4, 8, 9, 10]),
      ([.stepInto, .stepOver, .stepOver, .stepInto, .stepOver, .stepOver, .stepOver], [4, 8, 9, 6, 7, 10]),
      ([.stepInto, .stepOver, .stepOver, .stepInto, .stepInto, .stepOut, .resume], [4, 8, 9, 6, 2, 7]),
      ([.stepInto, .stepOver, .stepOver, .stepInto, .stepOut, .stepOut], [4, 8, 9, 6, 10]),
    ] as [([LuaDebugger.Going], [Int])])
  func steps(ways: [LuaDebugger.Going], expected: [Int]) throws {
    #expect(try lines(Self.nested, ways) == expected)
  }

  /// A coroutine that is gone into twice.
  private static let yielding = """
    local function body()
      coroutine.yield(1)
      coroutine.yield(2)
    end
    local next = coroutine.wrap(body)
    next()
    next()
    """

  @Test(
    "a step over runs through coroutines and recursion, and leaves a coroutine where it yields",
    arguments: [
      (
        yielding, [.stepInto, .stepOver], [4, 5, 6, 7]
      ),
      (
        yielding, [.stepInto, .stepOver, .stepOver, .stepInto, .stepOver], [4, 5, 6, 2, 7]
      ),
      (
        """
        local function fall(n)
          if n == 0 then return 0 end
          return 1 + fall(n - 1)
        end
        fall(3)
        fall(0)
        """, [.stepInto, .stepOver, .stepInto, .stepOver, .stepOver, .stepOver], [4, 5, 2, 3, 6]
      ),
      (
        """
        local function f() error("x") end
        pcall(f)
        local a = 1
        """, [.stepInto, .stepOver], [1, 2, 3]
      ),
    ] as [(String, [LuaDebugger.Going], [Int])])
  func deep(text: String, ways: [LuaDebugger.Going], expected: [Int]) throws {
    #expect(try lines(text, ways) == expected)
  }

  @Test("a step over from the end of a call of the host's ends in its next call")
  func nextCall() throws {
    let run = try Run()
    try run.state.run("function rule(r)\n  return r\nend", name: "rules.lua")
    let rule = try run.state.function("rule")
    var count = 0
    run.debugger.onPause = { _ in
      count += 1
      return .stepOver
    }
    run.debugger.go(.stepInto)
    for _ in 0..<3 { _ = try run.state.call(rule, [1]) }
    #expect(count == 3)
  }

  @Test(
    "breaks are met by the path, its end, and with or without ./",
    arguments: [
      ("rules.lua", true), ("./rules.lua", true), ("ules.lua", false), ("a/rules.lua", false),
    ])
  func breaks(file: String, isMet: Bool) throws {
    let run = try Run()
    try run.debugger.add(7, file: file, line: 3)
    try run.run("local a = 1\nfor i = 1, 2 do\n  a = a + i\nend") { pause, _ in
      #expect(pause.reason == .breakpoint(7))
      return .resume
    }
    #expect(run.lines == (isMet ? [3, 3] : []))
  }

  @Test("variables are read and assigned, and a name means what it means there")
  func variables() throws {
    let run = try Run()
    try run.debugger.add(1, file: "rules.lua", line: 6)
    var seen: [String] = []
    var sums: [LuaValue] = []
    try run.run(
      """
      limit = 5
      local outside = 10
      local function rule(a, ...)
        local b = 2
        local a = a + outside
        result = a + b
      end
      rule(1, 2)
      """
    ) { pause, _ in
      let frame = try #require(try pause.frames(limit: 9).first)
      seen = try pause.variables(of: frame).map { "\($0.name) \($0.isParameter)" }
      let scope = try pause.scope(of: frame)
      let text = """
        a = a + 100 outside = 20 limit = limit + 1 made = limit
        return a, b, outside, nothing
        """
      sums = try pause.state.run(text, name: "prompt", environment: scope)
      return .resume
    }
    #expect(seen == ["a false", "b false", "outside false"])
    #expect(sums.map { "\($0)" } == ["integer(111)", "integer(2)", "integer(20)", "nil"])
    let globals = try ["result", "limit", "made"].map { "\(try run.state.global($0))" }
    #expect(globals == ["integer(113)", "integer(6)", "integer(6)"])
  }

  @Test(
    "an error stops where it is raised, unless a script catches it",
    arguments: [
      ("local a\nlocal b = a.b", [2]), ("local function f()\n  error('x')\nend\nf()", [2]),
      ("pcall(function()\n  error('x')\nend)", []),
      ("xpcall(function()\n  error('x')\nend, print)", []),
      ("coroutine.wrap(function()\n  error('x')\nend)()", [2]),
      ("coroutine.resume(coroutine.create(function()\n  error('x')\nend))", []),
      ("pcall(coroutine.wrap(function()\n  error('x')\nend))", []),
      ("local function f()\n  return 1 + f()\nend\nf()", [2]),
      ("error({})", [1]),
    ] as [(String, [Int])])
  func errors(text: String, expected: [Int]) throws {
    let run = try Run()
    let failure = Result {
      try run.run(text) { pause, _ in
        if case .error = pause.reason { return .resume }
        return .end
      }
    }
    #expect(run.lines == expected)
    let plain = Result { try LuaState().run(text, name: "rules.lua") }
    #expect(Self.words(failure) == Self.words(plain.map { _ in }))
  }

  private static func words(_ result: Result<Void, any Error>) -> String {
    switch result {
    case .success: "well"
    case .failure(let error): "\(error)"
    }
  }

  @Test("a call of the host's inside a script's call is stopped in, and its error is told once")
  func nestedCalls() throws {
    let run = try Run()
    let rule = LuaNative("call") { call throws(LuaError) in
      .many(try call.state.call(call.function(1)))
    }
    try run.state.setGlobal("call", .native(rule))
    #expect(throws: LuaError.self) {
      try run.run("call(function()\n  local a = nil + 1\nend)") { _, _ in .resume }
    }
    #expect(run.lines == [2])
    let other = try Run()
    try other.state.setGlobal("call", .native(rule))
    try other.run("pcall(call, function()\n  local a = nil + 1\nend)") { _, _ in .resume }
    #expect(other.lines == [])
  }

  @Test("what is run while a script stands still has limits of its own")
  func limits() throws {
    let run = try Run(limits: LuaLimits(instructions: 1_000_000, seconds: 5))
    try run.debugger.add(1, file: "rules.lua", line: 2)
    var failures = 0
    try run.run("local a = 1\nlocal b = 2\ndone = true") { pause, _ in
      let scope = try pause.scope(of: try #require(try pause.frames(limit: 1).first))
      for _ in 0..<3 {
        do throws(LuaError) {
          try pause.state.run("while true do end", name: "prompt", environment: scope)
        } catch {
          failures += error.kind == .instructions ? 1 : 0
        }
        try pause.state.run("for i = 1, 100000 do end", name: "prompt", environment: scope)
      }
      return .resume
    }
    #expect(failures == 3)
    #expect(try run.state.global("done").isTruthy)
  }

  @Test("what ends a script ends it, whatever catches errors there")
  func ending() throws {
    let run = try Run()
    try run.debugger.add(1, file: "rules.lua", line: 2)
    let failure = #expect(throws: LuaError.self) {
      try run.run("pcall(function()\n  local a = 1\nend)\nreached = true") { _, _ in .end }
    }
    #expect(failure?.kind == .interrupted)
    #expect(try run.state.global("reached").isNil)
    run.debugger.go(.resume)
    try run.state.run("again = true", name: "again.lua")
    #expect(try run.state.global("again").isTruthy)
  }

  @Test("a scope that outlives its pause has globals alone")
  func lateScope() throws {
    let run = try Run()
    try run.debugger.add(1, file: "rules.lua", line: 2)
    var scope: LuaTable?
    try run.run("local a = 1\nlocal b = 2\nc = 3") { pause, _ in
      scope = try pause.scope(of: try #require(try pause.frames(limit: 1).first))
      return .resume
    }
    let values = try run.state.run("return a, c", name: "late", environment: scope)
    #expect(values.map { "\($0)" } == ["nil", "integer(3)"])
  }

  @Test("the lines of a text that have code are known; a text that is no Lua has none")
  func codeLines() {
    #expect(LuaState.codeLines(of: Array("local a = 1\n\n-- no code\nreturn a".utf8)) == [1, 4])
    #expect(LuaState.codeLines(of: Array("local = 1".utf8)).isEmpty)
  }
}

import Testing

@testable import LuaRuntime

/// Which lines of a chunk run, and which ways through it there are.
@Suite struct CoverageTests {
  /// Runs a chunk, and then each of these expressions with what it returned as `f`.
  private func coverage(
    _ text: String, _ calls: [String] = []
  ) throws -> LuaCoverage.Chunk {
    let recorder = LuaRecorder([.coverage])
    let state = try LuaState(recorder: recorder)
    let results = try state.run(text, name: "rules.lua")
    for call in calls {
      try state.run("local f = ... return \(call)", name: "call", arguments: results)
    }
    return try #require(recorder.coverage?.chunks["rules.lua"])
  }

  @Test(
    "lines with code are known whether they ran or not, and so are functions that nobody called",
    arguments: [
      ("return function(a)\n  return a\nend", [1, 2, 3], [2: 0, 3: 1], [1: 0]),
      ("local x = 1\n\n-- nothing\nreturn x", [1, 4], [1: 1, 4: 1], [:]),
      (
        "local function g()\n  return 1\nend\nreturn g()", [1, 2, 3, 4], [2: 1, 4: 1], [1: 1]
      ),
      (
        "local t = {\n  a = function() return 1 end,\n  b = 2,\n}\nreturn t.a()", [1, 2, 3, 5],
        [2: 2, 3: 1], [2: 1]
      ),
      ("for i = 1, 3 do\n  local y = i\nend", [1, 2, 3], [1: 4, 2: 3], [:]),
      ("return (...)", [1], [1: 1], [:]),
    ] as [(String, Set<Int>, [Int: Int], [Int: Int])])
  func lines(text: String, known: Set<Int>, counts: [Int: Int], calls: [Int: Int]) throws {
    let chunk = try coverage(text)
    let flow = LuaFlow(chunk)
    // The end of a function is code of Lua's own, and may or may not be known.
    #expect(flow.lines.subtracting(known).isEmpty)
    for (line, count) in counts { #expect(chunk.lines[line] ?? 0 == count, "line \(line)") }
    #expect(flow.functions == calls.keys.sorted())
    for (line, count) in calls { #expect(chunk.calls[line] ?? 0 == count) }
  }

  @Test(
    "a line with a choice has a way for each line that may come next",
    arguments: [
      ("local a = ...\nif a then\n  a = 1\nend\nreturn a", [2: [.line(3), .line(5)]]),
      ("local a = ...\nif a then return 1 end\nreturn a", [2: [.line(3), .end]]),
      (
        "local a = ...\nif a == 1 then\n  a = 2\nelseif a == 3 then\n  a = 4\nelse\n  a = 5\nend\nreturn a",
        [2: [.line(3), .line(4)], 4: [.line(5), .line(7)]]
      ),
      ("local a = ...\nwhile a do\n  a = nil\nend\nreturn a", [2: [.line(3), .line(5)]]),
      ("local n = ...\nfor i = 1, n do\n  n = i\nend\nreturn n", [2: [.line(3), .line(5)]]),
      (
        "local t = ...\nfor k in pairs(t) do\n  t = k\nend\nreturn t",
        [2: [.line(3), .line(4)]]
      ),
      ("local a = ...\nreturn a and 1 or 2", [:]),
      ("local a = ...\nif not a then error('none') end\nreturn a", [2: [.line(3), .end]]),
      (
        "local a = ...\nlocal b = a or error('none ' .. tostring(a))\nreturn b",
        [2: [.line(3), .end]]
      ),
      ("local a = ...\nif a then error = a end\nreturn a", [:]),
      ("local a = ...\nif a then a.error('none') end\nreturn a", [:]),
    ] as [(String, [Int: Set<LuaFlow.Way>])])
  func branches(text: String, expected: [Int: Set<LuaFlow.Way>]) throws {
    let flow = LuaFlow(try coverage("return function(...)\n\(text)\nend"))
    let moved = expected.map { line, ways in
      (
        line + 1,
        Set(
          ways.map { way in
            if case .line(let next) = way { LuaFlow.Way.line(next + 1) } else { way }
          })
      )
    }
    for (line, ways) in moved { #expect(flow.branches[line] == ways, "line \(line)") }
    #expect(flow.branches.count == expected.count)
  }

  @Test("a step counts where one line comes after another in the same call")
  func steps() throws {
    let chunk = try coverage(
      "return function(n)\n  if n > 1 then\n    n = f and f(n - 1)\n  end\n  return n\nend",
      ["f(1)", "f(2)", "f(3)", "select(2, pcall(f, 'x'))"])
    #expect(chunk.lines[2] == 4)
    #expect(chunk.steps[.init(from: 2, to: 3)] == 2)
    #expect(chunk.steps[.init(from: 2, to: 5)] == 1)
    #expect(chunk.steps[.init(from: 3, to: 5)] == 2)
    #expect(chunk.calls[1] == 4)
  }

  @Test("an error that is raised in a line of a choice is one of its ways, and counts there")
  func guards() throws {
    let chunk = try coverage(
      "return function(a)\n  if a then error('x') end\n  return 1\nend",
      ["f()", "pcall(f, true)", "f()"])
    #expect(LuaFlow(chunk).branches == [2: [.line(3), .end]])
    #expect(chunk.lines[2] == 3)
    #expect(chunk.steps[.init(from: 2, to: 3)] == 2)
  }

  @Test("coroutines and calls that an error ends do not mix the steps of calls")
  func unwound() throws {
    let chunk = try coverage(
      """
      return function(a)
        if a then
          error("x")
        end
        coroutine.yield()
        return 1
      end
      """,
      [
        "pcall(f, true)", "coroutine.wrap(f)()", "pcall(f, true)",
        "(function() local c = coroutine.wrap(f) c() return c() end)()",
      ])
    #expect(chunk.steps[.init(from: 2, to: 3)] == 2)
    #expect(chunk.steps[.init(from: 2, to: 5)] == 2)
    #expect(chunk.steps[.init(from: 5, to: 6)] == 1)
    #expect(chunk.steps[.init(from: 3, to: 2)] == nil)
  }

  @Test("what several states counted is joined, those that are gone among them")
  func joining() throws {
    let recorder = LuaRecorder([.coverage])
    let kept = try LuaState(recorder: recorder)
    try kept.run("return 1", name: "a.lua")
    for name in ["a.lua", "./a.lua", "b.lua"] {
      try LuaState(recorder: recorder).run("return 1", name: name)
    }
    let coverage = try #require(recorder.coverage)
    #expect(coverage.chunks.mapValues { $0.lines[1] } == ["a.lua": 3, "b.lua": 1])
    #expect(recorder.timings == nil)
  }

  @Test("limits hold while lines are counted")
  func limits() throws {
    let recorder = LuaRecorder([.coverage, .timings])
    let state = try LuaState(
      limits: LuaLimits(instructions: 100_000), recorder: recorder)
    #expect(throws: LuaError.self) { try state.run("while true do\nlocal x = 1\nend") }
    #expect(try state.run("return 1").count == 1)
  }
}

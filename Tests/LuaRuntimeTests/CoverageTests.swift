import Testing

@testable import LuaRuntime

/// Which lines of a chunk run, and which functions are called.
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
    let code = try #require(chunk.prototype)
    // The end of a function is code of Lua's own, and may or may not be known.
    #expect(code.codeLines.subtracting(known).isEmpty)
    for (line, count) in counts { #expect(chunk.lines[line] ?? 0 == count, "line \(line)") }
    #expect(code.functionLines == calls.keys.sorted())
    for (line, count) in calls { #expect(chunk.calls[line] ?? 0 == count) }
  }

  @Test("calls are counted however they end, in coroutines as well")
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
    #expect(chunk.calls == [0: 1, 1: 4])
    for (line, count) in [2: 4, 3: 2, 5: 2, 6: 1] { #expect(chunk.lines[line] == count, "line \(line)") }
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

import Testing

@testable import LuaRuntime

/// What is taken down of the calls of functions.
@Suite struct TimingTests {
  private func timings(_ text: String) throws -> [Int: LuaTimings.Cost] {
    let recorder = LuaRecorder([.timings])
    try LuaState(recorder: recorder).run(text, name: "rules.lua")
    let functions = try #require(recorder.timings).functions
    #expect(functions.keys.allSatisfy { $0.chunk == "rules.lua" || $0.chunk == "luna" })
    let own = functions.filter { $0.key.chunk == "rules.lua" }
    return Dictionary(uniqueKeysWithValues: own.map { ($0.key.line, $0.value) })
  }

  @Test(
    "every call counts, however it is made and however it ends",
    arguments: [
      ("local function f() end\nfor i = 1, 5 do f() end", [0: 1, 1: 5]),
      ("local function f(n) if n > 0 then f(n - 1) end end\nf(9)", [0: 1, 1: 10]),
      ("local function f(n) if n > 0 then return f(n - 1) end end\nf(9)", [0: 1, 1: 10]),
      ("local function f() error('x') end\nfor i = 1, 4 do pcall(f) end", [0: 1, 1: 4]),
      (
        "local f = function()\ncoroutine.yield() end\nlocal c = coroutine.wrap(f)\nc()\nc()",
        [0: 1, 1: 1]
      ),
      ("local t = { 3, 1, 2 }\ntable.sort(t, function(a, b)\nreturn a < b end)", [0: 1]),
    ] as [(String, [Int: Int])])
  func calls(text: String, expected: [Int: Int]) throws {
    let costs = try timings(text)
    for (line, calls) in expected { #expect(costs[line]?.calls == calls, "line \(line)") }
  }

  @Test("a function's own time and memory are without those of what it calls")
  func own() throws {
    let costs = try timings(
      """
      local function make() return { 1, 2, 3, 4, 5, 6, 7, 8, 9 } end
      local function many() for i = 1, 1000 do make() end end
      many()
      """)
    let (make, many) = (try #require(costs[1]), try #require(costs[2]))
    #expect(make.bytes > 100_000)
    #expect(many.bytes < 10_000)
    #expect(many.total >= many.own + make.own)
    #expect(make.total == make.own)
  }

  @Test("the time of a function that calls itself counts once")
  func recursion() throws {
    let costs = try timings("local function f(n) if n > 0 then f(n - 1) end end\nf(50)")
    let (chunk, function) = (try #require(costs[0]), try #require(costs[1]))
    #expect(function.total <= chunk.total)
    #expect(function.own <= function.total)
  }
}

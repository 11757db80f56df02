import CLua
import Foundation
import Testing

@testable import LuaRuntime

@Suite("Limits")
struct LimitTests {
  static let tight = LuaLimits(memory: 32 << 20, instructions: 3_000_000, seconds: 20)

  @Test(
    "an endless loop is stopped, however it hides",
    arguments: [
      "while true do end",
      "repeat until false",
      "::a:: goto a",
      "local function f() return f() end f()",
      "while true do pcall(function() while true do end end) end",
      "pcall(pcall, pcall, function() while true do end end) while true do end",
      "xpcall(function() while true do end end, function() while true do end end)",
      "xpcall(error, function() while true do end end)",
      "xpcall(function() local x = nil + 1 end, function() while true do end end)",
      "local function h() xpcall(error, h) while true do end end h()",
      "coroutine.wrap(function() while true do end end)()",
      "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
      "local co = coroutine.wrap(function() pcall(function() while true do end end) end) while true do pcall(co) end",
      "while true do coroutine.wrap(function() coroutine.yield() end)() end",
      "local t <close> = setmetatable({}, {__close = function() while true do end end})",
      "coroutine.wrap(function() local t <close> = setmetatable({}, {__close = function() while true do end end}) error() end)()",
      "local co = coroutine.create(function() local t <close> = setmetatable({}, {__close = function() while true do end end}) coroutine.yield() end) coroutine.resume(co) coroutine.close(co)",
      "return setmetatable({}, {__index = function(t, k) return t[k + 1] end})[1], (function() while true do end end)()",
      "local t = setmetatable({}, {__lt = function() while true do end end}) return t < t",
      "for _ in (function() return 1 end) do end",
      "while true do coroutine.wrap(function() for i = 1, 9000 do end end)() end",
      "string.gsub(('x'):rep(1000), '.', function() while true do end end)",
      "table.sort({3, 2, 1}, function() while true do end end)",
      "load(function() while true do end end)",
      "load(function() return ' ' end)",
      "error(setmetatable({}, {__tostring = function() while true do end end}))",
      "tostring(setmetatable({}, {__tostring = function() while true do end end}))",
    ])
  func endlessLoops(source: String) throws {
    let error = try luaError(source, limits: Self.tight)
    #expect(
      error?.kind == .instructions || error?.kind == .memory
        || error?.message.contains("overflow") == true, "\(String(describing: error))")
  }

  @Test(
    "a library function that would run for ever is stopped",
    arguments: [
      "('a'):rep(200):find(('(.-)'):rep(5) .. 'b')",
      "('a'):rep(300):match(('.-'):rep(8) .. 'b')",
      "('a'):rep(300):gsub(('a*'):rep(8) .. 'b', '')",
      "for _ in ('a'):rep(300):gmatch(('a?'):rep(30) .. ('a*'):rep(8) .. 'b') do end",
      "('('):rep(1000000):find('%b()x')",
      "('x'):rep(100000):find('.-.-.-.-y')",
      "table.move({}, 1, math.maxinteger - 1, 2)",
      "table.insert(setmetatable({}, {__len = function() return 1 << 52 end}), 1, 0)",
      "table.remove(setmetatable({}, {__len = function() return 1 << 52 end}), 1)",
      "table.concat(setmetatable({}, {__index = string.upper, __len = function() return 1 << 52 end}))",
      "table.sort(setmetatable({}, {__len = function() return 1 << 40 end}))",
      "while true do pcall(string.find, ('a'):rep(200), ('(.-)'):rep(5) .. 'b') end",
      "while true do collectgarbage() end",
      "local s = (' '):rep(1 << 20) while true do string.packsize(s) end",
      "local s = (' '):rep(1 << 20) while true do string.unpack(s, '') end",
      "local s = ('a'):rep(1 << 20) while true do utf8.len(s) end",
      "local s = ('a'):rep(1 << 20) while true do utf8.offset(s, 1 << 20) end",
      "local s = ('1'):rep(1 << 20) while true do tonumber(s) end",
      "local s = ('1'):rep(1 << 20) while true do tonumber(s, 36) end",
      "local s = ('1'):rep(1 << 20) while true do local n = s + 0 end",
    ])
  func librariesLoops(source: String) throws {
    let error = try luaError(source, limits: Self.tight)
    #expect(error?.kind == .instructions, "\(String(describing: error))")
  }

  @Test(
    "a chain of __call without an end is stopped, though it executes nothing",
    arguments: [
      "local t = setmetatable({}, {}) getmetatable(t).__call = t return t()",
      "local t = setmetatable({}, {}) getmetatable(t).__call = t return pcall(t)",
      """
      local a, b = setmetatable({}, {}), setmetatable({}, {})
      getmetatable(a).__call, getmetatable(b).__call = b, a
      return a()
      """,
    ])
  func endlessCallChain(source: String) throws {
    let error = try luaError(source, limits: LuaLimits(memory: 32 << 20, seconds: 0.05))
    #expect(error?.kind == .time)
    // Since 5.4.5 Lua's stack cannot be looked at while it moves.
    if let release = Int(LUA_VERSION_RELEASE), release < 5 { #expect(error?.line != nil) }
  }

  @Test(
    "the time limit holds where single instructions take long",
    arguments: [
      "math.max(table.unpack(t))", "select('#', table.unpack(t))", "string.char(s:byte(1, -1))",
      "math.max(s:byte(1, -1))", "local _ = big == other", "table.pack(table.unpack(t))", "utf8.char(table.unpack(t))",
      "table.concat(t)", "(function(...) return select('#', ...) end)(table.unpack(t))", "big:rep(2)",
      "string.format('%s%s', big, big)", "big:find('y', 1, true)", "table.sort(t)", "big:reverse()", "('x'):rep(1e6)",
    ])
  func longInstructions(step: String) throws {
    let source = """
      local t, s, big, other = {}, ('x'):rep(200000), ('x'):rep(16 << 20), ('x'):rep((16 << 20) - 1) .. 'y'
      for i = 1, 200000 do t[i] = i % 1000 + 1 end
      while true do \(step) end
      """
    let start = Self.processorSeconds
    let error = try luaError(source, limits: LuaLimits(memory: 256 << 20, seconds: 0.3))
    #expect(error?.kind == .time, "\(String(describing: error))")
    // Four times the limit, and what it takes to make the values. Looks at every 10,000th instruction take up to a minute.
    #expect(Self.processorSeconds - start < 2)
  }

  /// What this thread has used: other tests run beside it.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test(
    "repeated text is what Lua makes of it",
    arguments: [
      ("('ab'):rep(3)", "ababab"), ("('ab'):rep(3, '-')", "ab-ab-ab"), ("('a'):rep(1, 'xyz')", "a"),
      ("(''):rep(3, 'x')", "xx"), ("('a'):rep(0)", ""), ("('a'):rep(-1, 'x')", ""), ("(''):rep(1 << 60)", ""),
      ("#('abc'):rep(1000, ';;')", "4998"),
    ])
  func repeated(call: String, wanted: String) throws { #expect(try lua("return \(call)") == [wanted]) }

  @Test("a message is kept as far as anybody reads it")
  func longMessage() throws {
    let error = try luaError("error(('é'):rep(5000000))")
    #expect((error?.message.utf8.count ?? 0) < 20_000)
    #expect(error?.message.hasSuffix("é… (10000000 bytes in all)") == true)
  }

  @Test("memory that the host holds counts until it is let go")
  func heldMemory() throws {
    let state = try LuaState(limits: LuaLimits(memory: 8 << 20))
    let free = state.memory.used
    var holding: LuaHolding? = try state.hold(6 << 20)
    #expect(state.memory.used >= free + 6 << 20)
    #expect(throws: LuaError.self) { try state.hold(6 << 20) }
    #expect(throws: LuaError.self) { try state.run("return ('x'):rep(4 << 20)") }
    withExtendedLifetime(holding) {}
    holding = nil
    #expect(state.memory.used < free + 1 << 20)
    _ = try state.hold(6 << 20)
  }

  @Test("garbage that holds memory of the host's makes room for more")
  func heldGarbage() throws {
    let state = try LuaState(limits: LuaLimits(memory: 8 << 20))
    try state.setGlobal(
      "held",
      .native("held") { (call) throws(LuaError) in
        .one(.object(Held(try call.state.hold(3 << 20))))
      })
    try state.run("for i = 1, 20 do held() end")
    do throws(LuaError) {
      try state.run("local all = {} pcall(function() for i = 1, 20 do all[i] = held() end end)")
      Issue.record("the limit was not seen")
    } catch {
      #expect(error.kind == .memory)
    }
    try state.run("for i = 1, 20 do held() end")
  }

  @Test("time that the host takes counts, caught or not")
  func hostTime() throws {
    let state = try LuaState(limits: LuaLimits(seconds: 0.01))
    try state.setGlobal(
      "wait",
      .native("wait") { _ in
        usleep(30_000)
        return .none
      })
    for source in ["wait()", "pcall(wait)"] {
      do throws(LuaError) {
        try state.run(source)
        Issue.record("the limit was not seen: \(source)")
      } catch {
        #expect(error.kind == .time)
      }
    }
  }

  @Test("searching plain text is linear")
  func plainSearch() throws {
    let source = "return (('a'):rep(1 << 20):find(('a'):rep(1 << 19) .. 'b', 1, true))"
    #expect(try lua(source) == ["nil"])
  }

  @Test(
    "what eats memory is stopped, however it hides",
    arguments: [
      "local t = {} while true do t[#t + 1] = ('x'):rep(1 << 20) .. #t end",
      "return ('x'):rep(600 << 20)",
      "return ('x'):rep(1 << 40)",
      "return ('ab'):rep(1 << 30, ', ')",
      "while true do pcall(string.rep, '', 1 << 40, '-') end",
      "local s = 'x' while true do s = s .. s end",
      "local t = {} for i = 1, 1e9 do t[i] = i end",
      "return table.concat({('x'):rep(20 << 20), ('x'):rep(20 << 20)})",
      "while true do pcall(string.rep, 'x', 1 << 30) end",
      "local t = {} while true do pcall(function() t[#t + 1] = ('x'):rep(1 << 20) .. #t end) end",
      "local t = {} while true do xpcall(function() t[#t + 1] = ('x'):rep(1 << 20) .. #t end, print) end",
      "local t = {} coroutine.wrap(function() while true do t[#t + 1] = ('x'):rep(1 << 20) .. #t end end)()",
      "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end",
      "return (('x'):rep(1 << 20):gsub('x', ('y'):rep(1000)))",
      "return string.format(('%s'):rep(30), table.unpack((function() local t = {} for i = 1, 30 do t[i] = ('x'):rep(2 << 20) end return t end)()))",
      "local t = {} for i = 1, 1e6 do t = {t, ('x'):rep(100) .. i} end return load('return ' .. ('{'):rep(1e8))",
    ])
  func memory(source: String) throws {
    let error = try luaError(source, limits: LuaLimits(memory: 32 << 20, instructions: 500_000_000))
    #expect(error?.kind == .memory, "\(String(describing: error))")
  }

  @Test("a memory error has words of its own and its line")
  func memoryWords() throws {
    let state = try LuaState(limits: LuaLimits(memory: 8 << 20))
    let error = #expect(throws: LuaError.self) {
      try state.run("local t = {}\nfor i = 1, 1e8 do\n  t[i] = i\nend", name: "hog.lua")
    }
    #expect(error?.kind == .memory)
    #expect(error?.message == "not enough memory: the script needs more than 8 MiB")
    #expect(error?.chunk == "hog.lua")
    #expect(error?.line == 3)
  }

  @Test("after a limit the state works again")
  func recovery() throws {
    let state = try LuaState(limits: Self.tight)
    for source in ["while true do end", "return ('x'):rep(1 << 30)"] {
      #expect(throws: LuaError.self) { try state.run(source) }
      #expect(try state.run("return pcall(error, 'x')").count == 2)
    }
  }

  @Test("a loop's error says where it ran")
  func loopPlace() throws {
    let state = try LuaState(limits: Self.tight)
    let error = #expect(throws: LuaError.self) {
      try state.run("local x\nwhile true do\nx = 1\nend", name: "l.lua")
    }
    #expect(error?.chunk == "l.lua")
    #expect((2...4).contains(error?.line ?? 0))
    #expect(
      error?.message == "stopped after 3000000 instructions in one call; does it loop for ever?")
  }

  @Test("another thread can interrupt")
  func interrupt() throws {
    let flag = LuaInterrupt()
    // A thread of its own: the tests' own few may all be busy, one of them with this loop.
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.02)
      flag.isRaised = true
    }
    let state = try LuaState(limits: .unlimited, interrupt: flag)
    let error = #expect(throws: LuaError.self) {
      try state.run("while true do pcall(error) end")
    }
    #expect(error?.kind == .interrupted)
  }

  @Test(
    "deep recursion is an error, not a crash",
    arguments: [
      "local function f() return 1 + f() end return f()",
      "local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return t[k] end return t.x",
      "local t = setmetatable({}, {__tostring = function(t) return tostring(t) end}) return tostring(t)",
      "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x",
      "local t = setmetatable({}, {}) getmetatable(t).__eq = function(a, b) return a == b end return t == setmetatable({}, getmetatable(t))",
      "local function f() coroutine.wrap(f)() end f()",
      "local function f() pcall(f) error() end f() error('deep')",
      "return load(('('):rep(1e5))() ",
      "local s = 'x' for i = 1, 1e4 do s = '(' .. s .. ')' end assert(load('return ' .. s))",
      "string.rep('x', 1e6):find(('('):rep(1e5))",
      "local function f(s) return (s:gsub('.', f)) end return f('x')",
      "local function f(a, b) table.sort({1, 2, 3}, f) return a < b end table.sort({1, 2}, f)",
      "return table.unpack({}, 1, 1e8)",
      "return ('x'):byte(1, -1), (('x'):rep(1e7)):byte(1, -1)",
      "error(setmetatable({}, {__tostring = function(t) error(t) end}))",
      "xpcall(error, function(m) error(m) end) local function h() h() end xpcall(error, h) error('end')",
    ])
  func deepRecursion(source: String) throws {
    #expect(try luaError(source) != nil)
  }
}

/// An object that holds memory of the host's.
private final class Held: LuaObject {
  static let luaName = "held"
  private let holding: LuaHolding

  init(_ holding: LuaHolding) { self.holding = holding }

  static func describe(_ type: inout LuaType<Held>) {}
}

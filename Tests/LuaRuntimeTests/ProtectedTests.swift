import Testing

@testable import LuaRuntime

@Suite("Calls that catch errors")
struct ProtectedTests {
  /// Makes a text of the results of whatever the chunk calls `out` with.
  private static let prologue = """
    local lines = {} local function out(...) local t = table.pack(...) for i = 1, t.n do \
    t[i] = type(t[i]) == 'table' and 'table ' .. tostring(t[i].code) or tostring(t[i]) end \
    lines[#lines + 1] = table.concat(t, ', ') end local wrap, yield = coroutine.wrap, coroutine.yield
    """

  @Test(
    "catching, yielding and failing go as in Lua",
    arguments: [
      "local f = wrap(function(a) out(pcall(function(b) out(b, yield(1, 2)) return 'end', nil end, a)) return 'last' end) out(f('x')) out(f('y', 'z')) out(pcall(f))",
      "local f = wrap(function() out(pcall(function() yield(1) error({code = 7}) end)) end) out(f()) out(f())",
      "local f = wrap(function() out(xpcall(function(...) out(yield(...)) return 3, nil end, print, 1, 2)) end) out(f()) out(f(5, nil))",
      "local f = wrap(function() out(xpcall(function() yield(1) error('no', 0) end, function(m) return m .. '!', 2 end)) end) out(f()) out(f())",
      "local f = wrap(function() out(pcall(pcall, pcall, function() yield(1) yield(2) error({code = 3}) end)) end) out(f()) out(f()) out(f())",
      "local f = wrap(function() out(pcall(yield, 4)) end) out(f()) out(f(5))",
      "local g = wrap(function() local f = wrap(function() pcall(yield, 1) yield(2) end) f() yield(f()) end) out(g())",
      "local e = {code = 1} out(pcall(wrap(function() error(e) end))) out(select(2, pcall(wrap(error), e)) == e)",
      "out(pcall(wrap(function() error() end))) out(pcall(wrap(function() error(12) end)))",
      "out(pcall(function()\nlocal f = wrap(function()\nerror('x') end)\nf() end))",
      "local f = wrap(function() end) f() out(pcall(f)) out(pcall(function() f() end))",
      "local f f = wrap(function() f() end) out(pcall(f)) out(pcall(f))",
      "out(pcall(wrap(function() local t <close> = setmetatable({}, {__close = function(_, e) out(e) error({code = 2}) end}) error({code = 1}) end)))",
      "local c = coroutine.create(error) out(coroutine.resume(c, {code = 9})) out(coroutine.status(c)) out(coroutine.close(c))",
      "local c = coroutine.create(function() local t <close> = setmetatable({}, {__close = function() error('c', 0) end}) yield(1) end) out(coroutine.resume(c)) out(coroutine.close(c)) out(coroutine.status(c)) out(coroutine.resume(c))",
      "local c c = coroutine.create(function() out(coroutine.resume(c)) out(pcall(coroutine.close, c)) out(pcall(function() coroutine.close(c) end)) out(coroutine.isyieldable(), coroutine.running() == c) end) out(coroutine.resume(c))",
      "local c c = coroutine.create(function() wrap(function() out(coroutine.status(c)) out(pcall(coroutine.close, c)) end)() end) out(coroutine.resume(c))",
      "for _, f in ipairs {pcall, xpcall, wrap, coroutine.create} do out(pcall(function() f() end)) out(pcall(function() f(1, 2) end)) end",
      "out(xpcall(error, function(m) return {code = m} end, 5)) out(xpcall(error, function() error('again') end))",
      "out(pcall(table.unpack, {}, 1, 100)) out(select('#', pcall(table.unpack, {}, 1, 200)))",
    ])
  func asInLua(chunk: String) throws {
    let source = "\(Self.prologue)\n\(chunk)\nreturn table.concat(lines, '\\n')"
    let state = try LuaState(limits: LimitTests.tight)
    let results = try state.run(source, name: "patterns")
    #expect(results.first?.text == plainLua(source))
  }

  @Test(
    "a limit is not caught, whatever catches errors around it",
    arguments: [
      "pcall(pcall, pcall, loop)", "pcall(xpcall, loop, loop)", "xpcall(pcall, loop, loop)",
      "local f = coroutine.wrap(function() pcall(function() coroutine.yield() loop() end) loop() end) f() pcall(f)",
      "local f = coroutine.wrap(function() xpcall(function() coroutine.yield() loop() end, loop) loop() end) f() pcall(f)",
      "pcall(coroutine.wrap(function() local t <close> = setmetatable({}, {__close = loop}) loop() end))",
      "coroutine.resume(coroutine.create(function() coroutine.wrap(function() pcall(loop) end)() end))",
      "local c = coroutine.create(loop) pcall(coroutine.resume, c) pcall(coroutine.close, c)",
    ])
  func limits(call: String) throws {
    let source = "local function loop() while true do end end \(call) error('caught')"
    #expect(try luaError(source, limits: LimitTests.tight)?.kind == .instructions)
  }

  @Test("a coroutine that a limit has ended is never closed, nor runs again")
  func endedCoroutines() throws {
    let state = try LuaState(limits: LimitTests.tight)
    let setup = """
      function loop() while true do end end
      function body() local t <close> = setmetatable({}, {__close = loop}) loop() end
      c, f = coroutine.create(body), coroutine.wrap(body)
      """
    try state.run(setup)
    for call in ["coroutine.resume(c)", "f()"] {
      #expect(throws: LuaError.self) { try state.run(call) }
    }
    let after = "return coroutine.close(c), select(2, pcall(f)), select(2, coroutine.resume(c))"
    let dead = "cannot resume dead coroutine"
    #expect(try state.run(after).dropFirst().compactMap(\.text) == [dead, dead])
  }

  @Test("calls that catch errors nest deep", arguments: ["pcall(f)", "xpcall(f, print)"])
  func depth(call: String) throws {
    let source =
      "local d = 0 local function f() d = d + 1 if d < 60 then \(call) end end f() return d"
    #expect(try lua(source) == ["60"])
  }

  @Test(
    "inserting, removing and sorting go as in Lua",
    arguments: [
      "for p = -1, 5 do local t = {1, 2, 3} out(pcall(table.insert, t, p, 'x')) out(table.unpack(t)) end",
      "for p = -1, 5 do local t = {1, 2, 3} out((pcall(table.remove, t, p))) out(table.unpack(t)) end",
      "for p = -1, 2 do local t = {[0] = 'z'} out((pcall(table.remove, t, p))) out(t[0], t[1]) end",
      "local t = {1, 2, 3} out(table.remove(t, 2), table.remove(t, 2), table.remove(t, 2))",
      "local t = {} out(table.remove(t)) table.insert(t, 1) table.insert(t, 1, 2) out(table.unpack(t)) out(table.remove(t), table.remove(t), #t)",
      "local log = {} local t = setmetatable({}, {__len = function() return 3 end, __index = function(_, k) return k end, __newindex = function(_, k, v) out(k, v) end}) table.insert(t, 2, 'x') out(table.remove(t, 1)) out(table.remove(t))",
      "local raw = {3, 1, 2, 0} local t = setmetatable({}, {__index = raw, __newindex = raw, __len = function() return 3 end}) table.sort(t) out(table.unpack(raw)) table.sort(t, function(a, b) return a > b end) out(table.unpack(raw))",
      "out(pcall(table.insert, {}, 'x', 1)) out(pcall(table.insert, {})) out(pcall(table.insert)) out(pcall(table.remove, 1))",
    ])
  func tables(chunk: String) throws { try asInLua(chunk: chunk) }

  @Test(
    "a length that changes while it is asked for is paid for",
    arguments: [
      "table.insert(t, 1, 0)", "table.remove(t, 1)", "table.concat(t)", "table.sort(t, rawequal)",
    ])
  func changingLength(call: String) throws {
    let source = """
      local n = 0
      local t = setmetatable({}, {__index = type, __len = function()
        n = n + 1 return n % 2 == 0 and 1 << 52 or 1 end})
      \(call)
      """
    #expect(try luaError(source, limits: LimitTests.tight) == nil)
  }
}

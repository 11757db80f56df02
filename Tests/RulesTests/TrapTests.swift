import LuaRuntime
import Comparing
import Testing

@testable import Rules

/// Every known way out of the sandbox and past its limits, tried by a rule on a record.
@Suite("Known traps") struct TrapTests {
  /// A trap: what it is called, what the rule does, and how the message of its failure begins behind the place.
  struct Trap: Sendable, CustomStringConvertible {
    let description: String
    let body: String
    let expected: String

    init(_ name: String, _ body: String, _ expected: String) {
      description = name
      self.body = body
      self.expected = expected
    }
  }

  private static let loops = "stopped after 2000000 instructions in one call"

  static let traps = [
    Trap(
      "a binary chunk", #"assert(load('\27Lua\x54\0\x19\x93', 'x', 'b'))"#,
      "attempt to load a binary chunk"),
    Trap(
      "a binary chunk by pieces",
      #"local parts = { '\27', 'Lua' } assert(load(function() return table.remove(parts, 1) end))"#,
      "attempt to load a binary chunk"),
    Trap(
      "string.dump", "string.dump(function() end)", "attempt to call a nil value (field 'dump')"),
    Trap(
      "__gc", "setmetatable({}, { __gc = function() while true do end end })",
      "metatables must not have a __gc"),
    Trap(
      "a handler of xpcall that loops", "xpcall(error, function() while true do end end)", loops),
    Trap("pcall around a loop", "while true do pcall(function() while true do end end) end", loops),
    Trap("a coroutine that loops", "coroutine.wrap(function() while true do end end)()", loops),
    Trap("many short coroutines", "while true do coroutine.wrap(function() end)() end", loops),
    Trap(
      "a __close that loops",
      "local t <close> = setmetatable({}, { __close = function() while true do end end })", loops),
    Trap("a pattern bomb", "('a'):rep(200):find(('(.-)'):rep(5) .. 'b')", loops),
    Trap(
      "a string.rep bomb", "return ('x'):rep(600 << 20)",
      "not enough memory: the script needs more than 16 MiB"),
    Trap("string.rep of nothing", "return ('' ):rep(1 << 60).x.y", "attempt to index a nil value"),
    Trap(
      "a table that grows for ever",
      "local t = {} while true do t[#t + 1] = ('x'):rep(1 << 16) .. #t end", "not enough memory"),
    Trap(
      "the metatable of strings", "getmetatable('').__index = nil",
      "attempt to index a boolean value"),
    Trap("writing string", "string.lower = print", "attempt to write 'string.lower'"),
    Trap("debug", "debug.sethook()", "attempt to index a nil value (global 'debug')"),
    Trap("io", "io.open('/etc/passwd')", "attempt to index a nil value (global 'io')"),
    Trap("os.execute", "os.execute('true')", "attempt to call a nil value (field 'execute')"),
    Trap("os.exit", "os.exit(0)", "attempt to call a nil value (field 'exit')"),
    Trap("os.getenv", "os.getenv('HOME')", "attempt to call a nil value (field 'getenv')"),
    Trap("os.remove", "os.remove('x')", "attempt to call a nil value (field 'remove')"),
    Trap("dofile", "dofile('/etc/passwd')", "attempt to call a nil value (global 'dofile')"),
    Trap("loadfile", "loadfile('/etc/passwd')", "attempt to call a nil value (global 'loadfile')"),
    Trap("require of a path", "require('/etc/passwd')", "'/etc/passwd' is no module name"),
    Trap("require of a path upwards", "require('..x')", "'..x' is no module name"),
    Trap("package", "package.loadlib('x', 'y')", "attempt to index a nil value (global 'package')"),
    Trap(
      "deep recursion in a metamethod",
      "local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return t[k] end return t.x",
      "C stack overflow"),
    Trap(
      "deep recursion in __tostring",
      "local t = setmetatable({}, { __tostring = function(t) return tostring(t) end }) tostring(t)",
      "C stack overflow"),
    Trap("an error that is a table", "error({})", "(error object is a table value)"),
    Trap("an error that is a table with a message", "error({ message = 'mine' })", "mine"),
    Trap("an error that is nil", "error()", "(error object is a nil value)"),
    Trap("an error that is a number", "error(7)", "7"),
    Trap(
      "an error whose __tostring fails", "error(setmetatable({}, { __tostring = error }))",
      "(error object is a table value)"),
    Trap("invalid UTF-8 in a message", #"error('a\xffb', 0)"#, "a\u{FFFD}b"),
    Trap("a NUL in a message", #"error('a\0b', 0)"#, "a\0b"),
    Trap("writing a record", "r.id = 1", "a record cannot be written (field 'id')"),
    Trap("writing a global", "seen = 1", "attempt to assign the global 'seen' at run time"),
    Trap(
      "writing a global by rawset", "rawset(_G, 'seen', 1)",
      "attempt to assign the global 'seen' at run time"),
    Trap("writing luna", "luna.seen = 1", "attempt to write 'luna.seen'"),
    Trap("collectgarbage for ever", "while true do collectgarbage() end", loops),
    Trap(
      "table.concat of a length that is a lie",
      "table.concat(setmetatable({}, { __len = function() return 1 << 52 end, __index = string.upper }))",
      loops),
    Trap(
      "a sort whose order is none", "table.sort({ 3, 1, 2, 5, 4 }, function() return true end)",
      "invalid order function for sorting"),
  ]

  @Test("a trap is a clear error, with the rule and the record", arguments: traps)
  func caught(trap: Trap) {
    let said = message {
      _ = try compare(
        "id\n1\n", "id\n2\n", rules: "function identity(r) do \(trap.body) end return 1 end",
        limits: LuaLimits(memory: 16 << 20, instructions: 2_000_000, seconds: 20))
    }
    #expect(said.contains("\n  in function 'identity', old.csv record 1 (line 2)"), "\(said)")
    let words = said.hasPrefix("rules1.lua:1: ") ? String(said.dropFirst(14)) : said
    #expect(words.hasPrefix(trap.expected), "\(said)")
  }

  @Test("every trap has a name of its own")
  func names() {
    #expect(Set(Self.traps.map(\.description)).count == Self.traps.count)
  }

  @Test("a record may be kept, and be the key of a table")
  func keeping() throws {
    let result = try compare(
      "id\n1\n2\n", "id\n2\n1\n",
      rules: """
        local kept = {}
        return { identity = function(r)
          kept[r] = r.id
          for old, id in pairs(kept) do if old.id ~= id then error("another record") end end
          return kept[r]
        end }
        """, workers: 1)
    #expect(result.summary.inserted == 0)
  }

  @Test("random numbers are the same in every run")
  func random() throws {
    let rules = "return { identity = 'id', filter = function() return math.random() < 0.5 end }"
    let lines = "id\n" + (1...40).map { "\($0)\n" }.joined()
    let first = try compare(lines, lines, rules: rules, workers: 1).summary
    #expect(try compare(lines, lines, rules: rules, workers: 1).summary == first)
  }
}

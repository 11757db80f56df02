import LuaRuntime
import Comparing
import Testing

@testable import Rules

/// What leads out of the sandbox, or past its limits, tried by a rule on a record; SandboxTests and LimitTests know more.
@Suite("Known traps") struct TrapTests {
  @Test(
    "a trap is a clear error, with the rule and the record",
    arguments: [
      ("while true do pcall(function() while true do end end) end", "stopped after 2000000 instructions in one call"),
      ("return ('x'):rep(600 << 20)", "not enough memory: the script needs more than 16 MiB"),
      ("io.open('/etc/passwd')", "attempt to index a nil value (global 'io')"),
      ("require('/etc/passwd')", "'/etc/passwd' is no module name"),
      (
        "local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return t[k] end return t.x",
        "C stack overflow"
      ),
      ("error({})", "(error object is a table value)"), (#"error('a\0b', 0)"#, "a\0b"),
      ("r.id = 1", "a record cannot be written (field 'id')"),
      ("seen = 1", "attempt to assign the global 'seen' at run time"),
      ("table.sort({ 3, 1, 2, 5, 4 }, function() return true end)", "invalid order function for sorting"),
    ])
  func caught(body: String, expected: String) {
    let said = message {
      _ = try compare(
        "id\n1\n", "id\n2\n", rules: "function identity(r) do \(body) end return 1 end",
        limits: LuaLimits(memory: 16 << 20, instructions: 2_000_000, seconds: 20))
    }
    #expect(said.contains("\n  in function 'identity', old.csv record 1 (line 2)"), "\(said)")
    let words = said.hasPrefix("rules1.lua:1: ") ? String(said.dropFirst(14)) : said
    #expect(words.hasPrefix(expected), "\(said)")
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
}

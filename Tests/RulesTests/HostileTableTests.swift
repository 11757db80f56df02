import LuaRuntime
import Comparing
import TestSupport
import Testing

@testable import Rules

/// Tables that nest without an end, hold themselves, or hold each other many times are errors, wherever Swift reads them.
@Suite struct HostileTableTests {
  private static let cycle = "(function() local t = {} t[1] = t t.x = t return t end)()"
  private static let deep = "(function() local t = {} for _ = 1, 100000 do t = { t, x = t } end return t end)()"
  /// 2^60 tables, if each is counted wherever it is held.
  private static let shared = "(function() local t = {} for _ = 1, 60 do t = { t, t } end return t end)()"
  /// Makes another table whenever one is asked for.
  private static let endless = """
    (function() local meta = {} meta.__index = function(t, k) return setmetatable({ 1, 1 }, meta) end
    meta.__len = function() return 3 end return setmetatable({}, meta) end)()
    """
  private static let all = [cycle, deep, shared, endless]

  private static let functions = [
    "luna.key(%, 'id')", "luna.key('id', %)", "luna.compare.number(%)", "luna.compare.date(%)", "luna.compare.list(%)",
    "luna.compare.similar(%)", "luna.compare.any(%)", "luna.compare.exact()(%, %)", "luna.compare.list()(%, {})",
    "luna.text.number(%)", "luna.text.date(%)", "luna.text.map(%)", "luna.text.map { a = % }", "luna.text.strip(%)",
    "luna.text.sign(%)", "luna.text.trim(%)", "luna.identity.first(%)", "luna.identity.first('id', %)",
    "luna.identity.near(%)", "luna.identity.near { block = %, by = 'v' }", "luna.identity.score(%)",
    "luna.identity.score { block = %, by = { v = luna.compare.similar() } }",
    "luna.identity.score { blocks = %, by = { v = luna.compare.similar() } }",
    "luna.identity.score { block = 'id', by = % }", "luna.identity.score { block = 'id', by = { v = % } }",
    "luna.identity.score { block = 'id', by = { v = luna.compare.similar() }, weights = % }",
    "luna.where.column('id').is(%)", "luna.where.column('id').one_of(%)", "luna.split('a', %)",
  ]

  private func message(of rules: String) -> String {
    RulesTests.message { _ = try compare("id,v\n1,a\n", "id,v\n1,b\n", rules: rules) }
  }

  @Test("in each field of rules", arguments: RuleField.names())
  func fields(name: String) {
    for table in Self.all {
      // A table that only pretends to have entries is an empty one.
      #expect(table == Self.endless || !message(of: "return { ['\(name)'] = \(table) }").isEmpty)
      _ = message(of: "return { ['\(name)'] = { v = \(table), x = { 'a', \(table) } } }")
      _ = message(of: "return { ['\(name)'] = { { \(table) }, old = \(table) } }")
    }
  }

  @Test("in each function of the library", arguments: functions)
  func calls(call: String) {
    for table in Self.all {
      let call = call.replacing("%", with: table)
      _ = message(of: "return { identity = \(call) }")
      _ = message(of: "return { identity = 'id', normalize = { v = function(v) return \(call) end } }")
    }
  }

  @Test("in whatever random place")
  func random() {
    var random = SeededGenerator.announced("hostile tables")
    for _ in 0..<300 {
      var value = Self.all.randomElement(using: &random) ?? ""
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let name = RuleField.names().randomElement(using: &random) ?? "identity"
        value =
          ["{ \(value) }", "{ v = \(value) }", "{ ['\(name)'] = \(value) }", "{ 'id', \(value) }"]
          .randomElement(using: &random) ?? value
      }
      let name = RuleField.names().randomElement(using: &random) ?? "identity"
      _ = message(of: "return { ['\(name)'] = \(value) }")
    }
  }

  @Test("the error names the rule")
  func words() {
    let cycle = "(function() local t = {} t[1] = t return t end)()"
    #expect(
      message(of: "return { columns = { v = \(cycle) } }")
        == "rules1.lua: 'columns': tables are nested more than 200 deep, or one holds itself")
  }

  @Test("JSON has the same bound")
  func json() throws {
    for (table, error) in [(Self.cycle, "a table is either"), (Self.shared, "tables hold each other too many times")] {
      #expect(try output(ofDriver: "print(pcall(luna.json.encode, \(table)))").printed.hasPrefix("false\t\(error)"))
    }
  }

  @Test("lists as long as files are fine, and are read in linear time")
  func long() throws {
    let names = "(function() local t = {} for i = 1, 20000 do t[i] = 'v' end return t end)()"
    for field in ["mask", "ignore", "only"] {
      _ = try compare("id,v\n1,a\n", "id,v\n1,b\n", rules: "return { identity = 'id', \(field) = \(names) }")
    }
    let map = "(function() local t = {} for i = 1, 50000 do t['a' .. i] = i end return t end)()"
    let rules = "return { identity = 'id', normalize = { v = luna.text.map(\(map)) } }"
    #expect(try compare("id,v\n1,a7\n", "id,v\n1,7\n", rules: rules).isSame)
  }
}

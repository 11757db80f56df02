import Comparing
import Testing

@testable import Rules

@Suite("What scripts cannot write")
struct FrozenLibraryTests {
  private static let plugin = """
    local M = { name = "money", comparators = { cents = function() return luna.compare.exact() end } }
    M.rules = { plain = { identity = "id", equal = { price = luna.compare.number(1) } } }
    return M
    """

  private static let writes = [
    ("luna.x = 1", "luna.x"), ("luna.compare = nil", "luna.compare"),
    ("luna.compare.mine = print", "luna.compare.mine"), ("luna.text.trim = nil", "luna.text.trim"),
    ("luna.plugins.mine = {}", "luna.plugins.mine"), ("rawset(luna, 'null', 0)", "luna.null"),
    ("luna.plugins.money.version = 2", "luna.plugins.money.version"),
    ("luna.compare.money.cents = nil", "luna.plugins.money.comparators.cents"),
    ("require('money').name = 'x'", "luna.plugins.money.name"),
    (
      "luna.plugins.money.rules.plain.equal.price = nil",
      "luna.plugins.money.rules.plain.equal.price"
    ),
  ]

  private func program(_ rules: String) throws -> RuleProgram {
    let plugin = PluginSource(
      path: "money.lua", origin: "test", isRequired: true,
      text: .success(Array(Self.plugin.utf8)))
    return RuleProgram(
      sources: [.init(name: "rules.lua", text: Array(rules.utf8))], in: .init(plugins: [plugin]))
  }

  @Test("a rules file that writes to luna is refused where it does", arguments: writes)
  func loading(source: String, what: String) {
    let said = message { _ = try program("\n\(source)").load() }
    #expect(said.hasPrefix("rules.lua:2: attempt to write '\(what)': '"), "\(said)")
  }

  @Test("a rule that writes to luna is refused when it is called", arguments: writes)
  func calling(source: String, what: String) {
    let said = message {
      let program = try program("function identity(r) \(source) return r.id end")
      let plan = try program.load().ruleSet.plan(ComparisonRun(scripts: program, workers: 1))
      _ = try Comparison(
        source: table("id\n1\n", name: "old.csv"), target: table("id\n2\n", name: "new.csv"),
        plan: plan)
    }
    #expect(said.hasPrefix("rules.lua:1: attempt to write '\(what)': '"), "\(said)")
    #expect(said.contains("in function 'identity', old.csv record 1 (line 2)"))
  }

  @Test("a plug-in that writes to luna is broken")
  func plugin() {
    let plugin = PluginSource(
      path: "bad.lua", origin: "test", isRequired: true,
      text: .success(Array("luna.compare.number = nil return { name = 'bad' }".utf8)))
    let said = message { _ = try RuleProgram(in: .init(plugins: [plugin])).load() }
    #expect(said.hasPrefix("bad.lua:1: attempt to write 'luna.compare.number'"), "\(said)")
    #expect(said.contains("in plug-in 'bad'"))
  }

  @Test(
    "a driver script cannot write to luna, nor to Lua's own functions",
    arguments: ["luna.x = 1", "luna.compare.x = 1", "rawset(luna.text, 'trim', 0)", "string.x = 1"])
  func driver(source: String) {
    let said = message { _ = try output(ofDriver: source) }
    #expect(said.hasPrefix("driver.lua:1: attempt to write '"), "\(said)")
  }

  @Test("luna can be walked in a driver script")
  func walking() throws {
    let script = """
      local names = {}
      for name in luna.sorted(luna) do names[#names + 1] = name end
      local count = 0
      for _ in pairs(luna) do count = count + 1 end
      print(table.concat(names, " "), count == #names)
      """
    #expect(
      try output(ofDriver: script).printed
        == "api batch compare csv diff identity json key list load lookup merge null patch plugins probe read_json records sorted split sql text version where write\ttrue\n"
    )
  }

  @Test("rules of a plug-in that are frozen are rules")
  func frozenRules() throws {
    let rules = try program("return luna.plugins.money.rules.plain").load().ruleSet
    #expect(rules.comparators.names.sorted() == ["price"])
  }

  @Test(
    "a name that luna lacks is an error that names what is near",
    arguments: [
      ("luna.compar", "unknown name 'luna.compar'; did you mean 'compare'?"),
      (
        "luna.load",
        "unknown name 'luna.load'; only driver scripts have it: lunadiff run SCRIPT.lua"
      ),
      (
        "luna.foo",
        "unknown name 'luna.foo'; known are api, compare, csv, identity, json, key, list, lookup, null, plugins, sorted, split, sql, text, version, where"
      ),
      ("luna.text.trimm", "unknown name 'luna.text.trimm'; did you mean 'trim'?"),
    ])
  func unknown(expression: String, expected: String) {
    let said = message { _ = try program("local x = \(expression)").load() }
    #expect(said == "rules.lua:1: \(expected)")
  }
}

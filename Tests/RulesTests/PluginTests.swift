import LuaRuntime
import Comparing
import Records
import Reports
import Scripting
import Testing

@testable import Rules

/// Plug-ins, each kind for itself.
@Suite("Plug-ins") struct PluginTests: UsingPlugins {
  @Test(
    "comparators and normalizers stand under the plug-in's name, made and ready",
    arguments: [
      (
        "normalize = { price = luna.text.money.plain() }, equal = { price = luna.compare.money.rounded() }",
        1
      ),
      (
        "normalize = { price = luna.text.money.plain() }, equal = { price = luna.compare.money.near }",
        0
      ),
      (
        "normalize = { price = luna.text.money.plain }, equal = { price = luna.compare.money.rounded }",
        1
      ),
      ("normalize = { price = { luna.text.money.trim, luna.text.money.plain() } }", 2),
      ("equal = { price = luna.plugins.money.comparators.near }", 1),
      ("equal = { price = require('money').comparators.near }", 1),
    ])
  func values(rules: String, updated: Int) throws {
    #expect(try summary("return { identity = 'id', \(rules) }") == "\(updated) updated")
  }

  @Test(
    "what makes a normalizer of options has to be called",
    arguments: [
      (
        "normalize = { price = luna.text.money.first }",
        "'normalize.price' is luna.text.money.first itself; it has to be called: luna.text.money.first(…)"
      ),
      (
        "normalize = { price = { luna.text.money.first } }",
        "'normalize.price' is luna.text.money.first itself; it has to be called: luna.text.money.first(…)"
      ),
    ])
  func makers(rule: String, expected: String) {
    #expect(message { _ = try summary("return { identity = 'id', \(rule) }") }.contains(expected))
  }

  @Test("rules of a plug-in are checked when it is loaded")
  func wrongRules() throws {
    let text = "return { name = 'shop', rules = { strict = { idenity = 'id' } } }"
    let outcomes = try PluginProgram([source(text, path: "shop.lua")]).outcomes()
    guard case .broken(let message)? = outcomes.first?.status else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(
      message.hasPrefix("shop.lua: rules.strict: unknown rule 'idenity'; did you mean 'identity'?"))
  }

  @Test("what a plug-in does to its globals, neither rules nor another plug-in see")
  func ownGlobals() throws {
    let first = source(
      "_G.tonumber = print rawset(_G, 'ipairs', print) return { name = 'a' }", path: "a.lua")
    let second = source("assert(tonumber('1') == 1) return { name = 'b' }", path: "b.lua")
    let rules = "assert(tonumber('1') == 1 and ipairs({})) return { identity = 'id' }"
    #expect(try summary(rules, plugins: [first, second]) == "2 updated")
  }

  @Test(
    "a plug-in that may not be loaded is not, and messages say how it is",
    arguments: [
      "return { equal = { price = luna.compare.money.rounded() } }",
      "return { normalize = { price = luna.text.money.plain() } }", "return luna.plugins.money",
      "return require('money')",
    ])
  func untrusted(rules: String) {
    let plugin = PluginSource(
      untrusted: ".lunadiff/plugins/money.lua", origin: "project", .unknown)
    let words = message { _ = try summary(rules, plugins: [plugin]) }
    #expect(
      words.hasSuffix(
        "trusted once: lunadiff plugins trust .lunadiff/plugins/money.lua"),
      "\(words)")
  }

  @Test("rules are used by name, and rules of a file are laid over them")
  func rules() throws {
    let program = RuleProgram(
      sources: [
        .init(name: "money:strict", text: [], pluginRules: "money:strict"),
        .init(name: "rules.lua", text: Array("return { ignore = 'price' }".utf8)),
      ], in: .init(plugins: [source(Self.money)]))
    let rules = try program.load().ruleSet
    #expect(rules.ignored == ["price"])
    #expect(rules.comparators["price"] != nil)
    if case .columns(let key)? = rules.identity { #expect(key == ["id"]) }
  }

  @Test(
    "a reader's records keep types and the order of columns", arguments: ["words", "money:words"])
  func reader(name: String) throws {
    let table = try read("ann bob\n", reader: name)
    #expect(table.columns == ["word", "id", "none"])
    #expect(table.value(1, 0) == .text("bob"))
    #expect(table.value(1, 1) == .number(.init(utf8: Array("2".utf8))))
    #expect(table.value(1, 2) == .null)
  }

  @Test("records of a reader have numbers and no lines in messages")
  func places() throws {
    let words = try read("ann bob ann\n")
    #expect(!words.hasLines && words.place(of: 2) == "\(words.name) record 3")
    var plan = ComparisonPlan()
    plan.identity = .columns(["word"])
    plan.duplicates = .error
    let said = message { _ = try Comparison(source: words, target: words, plan: plan) }
    #expect(
      said.contains("in.txt: record 3: the key ann occurs again; it was first seen in record 1\n"),
      "\(said)")
  }

  @Test("a rule that fails on a record of a reader names its number alone")
  func rulePlaces() throws {
    let words = try read("ann bob\n")
    let program = RuleProgram(sources: [
      .init(
        name: "r.lua", text: Array("function identity(r) return r.id < 2 and r.id or nil end".utf8))
    ])
    let plan = try program.load().ruleSet.plan(ComparisonRun(scripts: program, workers: 1))
    let said = message { _ = try Comparison(source: words, target: words, plan: plan) }
    #expect(
      said.contains("in function 'identity', ") && said.contains("in.txt record 2\n"), "\(said)")
  }

  @Test("a format writes what it likes, and is told what flags say")
  func format() throws {
    let text = """
      return { name = "tell", formats = { all = function(changes, out, options)
        local kinds = {}
        for kind, shown in luna.sorted(options.show) do kinds[#kinds + 1] = shown and kind or nil end
        out:write(#changes, " ", table.concat(kinds, "+"), " ")
        for kind, most in luna.sorted(options.limit) do out:write(kind, "<", most + 1, " ") end
        for _, column in ipairs(options.with) do out:write("with ", column, " ") end
        out:write(tostring(options.color), " ", tostring(options.width))
      end } }
      """
    var options = ReportOptions()
    #expect(try write(text, "all", options) == "1 deleted+inserted+moved+updated false nil")
    options.show = [.updated]
    options.limit.named[.updated] = 3
    options.context = ["name"]
    options.color = true
    options.width = 80
    #expect(try write(text, "tell:all", options) == "1 updated updated<4 with name true 80")
  }
}

import Foundation
import LuaRuntime
import Comparing
import Records
import TestSupport
import Testing

@testable import Rules

/// `luna.lookup`: data beside the rules.
@Suite struct LookupTests {
  private static let rates = "currency,rate,since\nEUR,1.0,\nUSD,0.9,2020\nGBP,1.2,2021\n"

  /// What a chunk returns in a state with a folder of files.
  private func value(_ text: String, workers: Int = 1) throws -> String {
    let folder = try TemporaryDirectory()
    try folder.write(Self.rates, to: "rates.csv")
    try folder.write(#"[{"id":1,"v":"one"},{"id":"1","v":"text"}]"#, to: "kinds.json")
    try folder.write("k,v\na,1\nb,2\na,3\n", to: "twice.csv")
    let state = try LuaState(profile: .rules)
    var files = LookupFiles()
    files.add("rules.lua", in: folder.path)
    try LunaLibrary.install(in: state, lookups: files)
    let found = try state.run(text, name: "rules.lua").first ?? .nil
    return String(decoding: try state.text(of: found), as: UTF8.self)
  }

  @Test(
    "a record is found by the value of its column",
    arguments: [
      ("return luna.lookup('rates.csv', 'currency').USD.rate", "0.9"),
      ("return luna.lookup('rates.csv', 'currency').CHF", "nil"),
      ("return #luna.lookup('rates.csv', 'currency')", "3"),
      ("return math.type(luna.lookup('rates.csv', 'currency').USD.rate)", "nil"),
      (
        "return math.type(luna.lookup('rates.csv', 'currency', { types = { rate = 'number' } }).USD.rate)",
        "float"
      ),
      (
        "return luna.lookup('rates.csv', 'since', { null = '', types = { since = 'number' } })",
        "luna.lookup: rates.csv record 1 (line 2): 'since' is no text, number or boolean, and finds nothing"
      ),
      (
        "return luna.lookup('rates.csv', 'rate', { types = { rate = 'number' } })[0.9].currency",
        "USD"
      ),
      ("return luna.lookup('kinds.json', 'id')[1].v", "one"),
      ("return luna.lookup('kinds.json', 'id')['1'].v", "text"),
      (
        "return luna.lookup('twice.csv', 'k')",
        "luna.lookup: twice.csv record 3 (line 4): 'k' is a again; it was first seen in twice.csv record 1 (line 2)"
      ),
      (
        "return luna.lookup('rates.csv', 'curency')",
        "luna.lookup: rates.csv: unknown column 'curency'; did you mean 'currency'?"
      ),
      (
        "return luna.lookup('rates.csv', 'currency', { types = { since = 'number' } })",
        "luna.lookup: rates.csv record 1 (line 2): 'since' is no number: "
      ),
      (
        "return luna.lookup('rates.csv', 'currency', { types = { since = 'date' } })",
        "luna.lookup: 'types' says \"number\" or \"text\" by column, got date"
      ),
      (
        "return luna.lookup('../rates.csv', 'currency')",
        "luna.lookup: '../rates.csv' is not beside the rules: write a path that begins there"
      ),
      (
        "return luna.lookup('/etc/passwd', 'x')",
        "luna.lookup: '/etc/passwd' is not beside the rules: write a path that begins there"
      ),
    ])
  func found(text: String, expected: String) throws {
    do {
      #expect(try value(text) == expected)
    } catch let error as LuaError {
      #expect(error.message == expected)
    }
  }

  @Test("a link that leads out of the folder is refused, and one that stays is followed")
  func links() throws {
    let folder = try TemporaryDirectory()
    let rules = try folder.makeDirectory("rules")
    try folder.write(Self.rates, to: "outside.csv")
    try folder.write(Self.rates, to: "rules/inside.csv")
    for (link, target) in [("out.csv", "../outside.csv"), ("in.csv", "inside.csv")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(rules)/\(link)", withDestinationPath: target)
    }
    var files = LookupFiles()
    files.add("r.lua", in: rules)
    #expect(throws: LookupError.self) {
      try files.lookup("out.csv", by: "currency", ReadOptions(), types: [:], for: "r.lua")
    }
    let lookup = try files.lookup(
      "in.csv", by: "currency", ReadOptions(), types: [:], for: "r.lua")
    #expect(lookup.table.count == 3)
  }

  @Test("each file looks beside itself: two of rules, a module, a plug-in, and text nowhere")
  func homes() throws {
    let folder = try TemporaryDirectory()
    for name in ["a", "b", "p/money"] { try folder.write("k,v\n1,\(name)\n", to: "\(name)/d.csv") }
    let plugin = try folder.write("return { name = 'money' }", to: "p/money.lua")
    let source = PluginSource(path: plugin, origin: "test", isRequired: true)
    var files = ScriptEnvironment(plugins: [source]).lookups()
    for name in ["a", "b"] {
      files.add(folder.path(of: "\(name)/rules.lua"), in: folder.path(of: name))
    }
    files.add("-e", in: nil)
    let known = files
    func isFound(_ value: String, by caller: String) throws -> Bool {
      let lookup = try known.lookup("d.csv", by: "v", ReadOptions(), types: [:], for: caller)
      return lookup.row(of: .text(Text(value))) == 0
    }
    #expect(try isFound("a", by: folder.path(of: "a/rules.lua")))
    #expect(try isFound("b", by: folder.path(of: "b/rules.lua")))
    #expect(try isFound("b", by: folder.path(of: "b/lib/module.lua")))
    #expect(try isFound("p/money", by: plugin))
    #expect(try isFound("p/money", by: folder.path(of: "p/money/module.lua")))
    #expect(throws: LookupError.self) { try isFound("a", by: "-e") }
  }

  @Test("all states of a program share what was read once")
  func sharing() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.rates, to: "rates.csv")
    let rules = """
      local rates = luna.lookup("rates.csv", "currency", { types = { rate = "number" } })
      return { identity = "id", only = "amount", equal = { amount = function(a, b, context)
        local old, new = rates[context.old.currency], rates[context.new.currency]
        return a * old.rate == b * new.rate
      end } }
      """
    let program = RuleProgram(
      sources: [.init(name: "r.lua", text: Array(rules.utf8), in: folder.path)])
    let plan = try program.load().ruleSet.plan(ComparisonRun(scripts: program, workers: 2))
    let comparison = try Comparison(
      source: table("id,amount,currency\n1,9,EUR\n2,5,EUR\n", name: "old.csv"),
      target: table("id,amount,currency\n1,10,USD\n2,6,USD\n", name: "new.csv"), plan: plan)
    #expect(comparison.updatedPairs.map(\.targetOffset) == [1])
    #expect(program.lookups.paths == ["\(folder.path)/rates.csv"])
  }
}

import Analysis
import Comparing
import Reports
import Testing

@testable import Rules

/// Findings under rules in Lua.
@Suite("Findings and rules") struct FindingRuleTests {
  @Test("a rule that fails on what the comparison did not ask it leaves the report as it is", arguments: [true, false])
  func failing(compiles: Bool) throws {
    let rules = """
      return { identity = "id", normalize = { v = function(v) if v == "boom" then error("no") end return v end } }
      """
    func text(_ number: (Int) -> String) -> String {
      "id,v\n" + (1...30).map { "\($0),\($0 % 3 == 0 ? "boom" : number($0))\n" }.joined()
    }
    var environment = ScriptEnvironment()
    environment.compiles = compiles
    let program = RuleProgram(sources: [.init(name: "rules.lua", text: Array(rules.utf8))], in: environment)
    let comparison = try Comparison(
      source: table(text { "\($0).50" }, name: "old.csv"), target: table(text { "\($0).5" }, name: "new.csv"),
      plan: program.load().ruleSet.plan(ComparisonRun(scripts: program)))
    var report: [UInt8] = []
    try write(comparison, as: .text, to: &report)
    #expect(String(decoding: report, as: UTF8.self).contains("20 updated"))
  }
}

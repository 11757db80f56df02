import Comparing
import LuaRuntime
import Reports
import Testing

@testable import Rules

/// How often functions of rules are asked: once about each value, whatever is said of the result.
@Suite struct CallCountTests {
  private static let formats = ReportFormat.allCases.filter { !$0.isDocumentPatch }

  /// How often a function that stands in the first line of the rules is called until a report is written, and the report.
  private func run(
    _ rules: String, _ format: ReportFormat, _ lines: (String, String),
    workers: Int = 0, keeping room: Int? = nil
  ) throws -> (calls: Int, report: [UInt8]) {
    let recorder = LuaRecorder([.timings])
    var environment = ScriptEnvironment()
    environment.recorder = recorder
    // Those that run without Lua are called wherever their values are wanted.
    environment.compiles = false
    let program = RuleProgram(
      sources: [.init(name: "rules.lua", text: Array(rules.utf8))], in: environment)
    var run = ComparisonRun(scripts: program, workers: workers)
    if let room { run.room = room }
    let comparison = try Comparison(
      source: table(lines.0, name: "old.jsonl"), target: table(lines.1, name: "new.jsonl"),
      plan: program.load().ruleSet.plan(run))
    var report: [UInt8] = []
    try write(comparison, as: format, to: &report)
    let calls = recorder.timings?.functions[.init(chunk: "rules.lua", line: 1)]?.calls
    return (calls ?? 0, report)
  }

  /// Some records on each side, each with other members on the other side; `#` stands for the record's number.
  private func lines(_ count: Int, _ old: String, _ new: String) -> (String, String) {
    func side(_ members: String) -> String {
      (0..<count).map { "{\"id\": \"\($0)\", \(members)}\n".replacing("#", with: "\($0)") }.joined()
    }
    return (side(old), side(new))
  }

  /// What a function is for, and how often it is called for 300 records on each side.
  private struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rules: String
    var old = #""v": #"#
    var new = #""v": 1#"#
    var calls = 600
  }

  private static let places = [
    Place(
      testDescription: "a normalizer", rules: "identity = 'id', normalize = { v = function(v) return v .. '!' end }",
      old: #""v": "a#""#, new: #""v": "b#""#),
    Place(
      testDescription: "a normalizer of objects",
      rules: "identity = 'id', normalize = { v = function(v) return v end }",
      old: #""v": {"a": #}"#, new: #""v": {"a": 1#}"#),
    Place(
      testDescription: "a normalizer that makes values equal, where something else differs",
      rules: "identity = 'id', normalize = { v = function(v) return v:lower() end }",
      old: #""v": "a#", "w": 1"#, new: #""v": "A#", "w": 2"#),
    Place(
      testDescription: "a normalizer of the key that a filter reads",
      rules: "identity = 'id', normalize = { id = function(v) return 'k' .. v end }, \n"
        + "filter = function(r) return r.id ~= '' end"),
    Place(
      testDescription: "a normalizer of a key that is searched for",
      rules: "normalize = { id = function(v) return 'k' .. v end }"),
    Place(
      testDescription: "a normalizer whose value the equality function reads twice",
      rules: "identity = 'id', normalize = { v = function(v) return v:lower() end },\n"
        + "equal = function(a, b) return a.v == b.v and #a.v == #b.v and (a.w == b.w or a.id % 2 == 0) end",
      old: #""v": "a#", "w": 1"#, new: #""v": "A#", "w": 2"#),
    Place(
      testDescription: "a comparator", rules: "identity = 'id', equal = { v = function(a, b) return false end }",
      old: #""v": [#, 1]"#, new: #""v": [1#, 2]"#, calls: 300),
    Place(
      testDescription: "a comparator inside of a list",
      rules: "identity = 'id', equal = { ['v[]'] = function(a, b) return false end },\n"
        + "lists = { v = luna.list.position }",
      old: #""v": [#, 1]"#, new: #""v": [1#, 2]"#),
  ]

  @Test("a function is called once a value, or a pair of values, whatever the report", arguments: places, formats)
  private func once(place: Place, format: ReportFormat) throws {
    #expect(try run("return { \(place.rules) }", format, lines(300, place.old, place.new)).calls == place.calls)
  }

  @Test("a report is the same whether answers are kept or asked for again", arguments: formats)
  func sameReport(format: ReportFormat) throws {
    let rules = """
      return { identity = 'id', lists = { w = function(e) return e.n end },
      normalize = { id = function(v) return 'k' .. v end,
        v = function(v) return #v > 2 and { first = v:sub(1, 1), all = v } or v end },
      equal = { ['w[].x'] = function(a, b) return a == b + 1 end } }
      """
    let data = lines(
      40, #""v": "a#", "w": [{"n": 1, "x": #}, {"n": 2, "x": 0}]"#,
      #""v": "b#", "w": [{"n": 2, "x": 7}, {"n": 1, "x": 2}]"#)
    let kept = try run(rules, format, data)
    for workers in [1, 2] {
      let asked = try run(rules, format, data, workers: workers, keeping: 0)
      #expect(kept.report == asked.report)
    }
  }
}

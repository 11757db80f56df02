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

  /// Some records on each side; each has another value on the other side.
  private func lines(_ count: Int, _ old: (Int) -> String, _ new: (Int) -> String) -> (
    String, String
  ) {
    func side(_ line: (Int) -> String) -> String {
      (0..<count).map { "{\"id\": \"\($0)\", \(line($0))}\n" }.joined()
    }
    return (side(old), side(new))
  }

  @Test("a normalizer is called once a value, whatever the report", arguments: formats)
  func values(format: ReportFormat) throws {
    let rules = "return { identity = 'id', normalize = { v = function(v) return v .. '!' end } }"
    let data = lines(300) {
      "\"v\": \"a\($0)\""
    } _: {
      "\"v\": \"b\($0)\""
    }
    #expect(try run(rules, format, data).calls == 600)
  }

  @Test("so is one whose values are objects", arguments: formats)
  func nested(format: ReportFormat) throws {
    let rules = "return { identity = 'id', normalize = { v = function(v) return v end } }"
    let data = lines(300) {
      "\"v\": {\"a\": \($0)}"
    } _: {
      "\"v\": {\"a\": \($0 + 1)}"
    }
    #expect(try run(rules, format, data).calls == 600)
  }

  @Test("so is one that makes values equal, where something else differs", arguments: formats)
  func equal(format: ReportFormat) throws {
    let rules = "return { identity = 'id', normalize = { v = function(v) return v:lower() end } }"
    let data = lines(300) {
      "\"v\": \"a\($0)\", \"w\": 1"
    } _: {
      "\"v\": \"A\($0)\", \"w\": 2"
    }
    #expect(try run(rules, format, data).calls == 600)
  }

  @Test("so is one of the key, and one that a filter reads", arguments: formats)
  func key(format: ReportFormat) throws {
    let rules =
      "return { identity = 'id', normalize = { id = function(v) return 'k' .. v end }, "
      + "\nfilter = function(r) return r.id ~= '' end }"
    let data = lines(300) {
      "\"v\": \($0)"
    } _: {
      "\"v\": \($0 + 1)"
    }
    #expect(try run(rules, format, data).calls == 600)
  }

  @Test("so is one of a key that is searched for", arguments: formats)
  func searchedKey(format: ReportFormat) throws {
    let rules = "return { normalize = { id = function(v) return 'k' .. v end } }"
    let data = lines(300) {
      "\"v\": \($0)"
    } _: {
      "\"v\": \($0 + 1)"
    }
    #expect(try run(rules, format, data).calls == 600)
  }

  @Test("so is one whose value the equality function reads twice", arguments: formats)
  func equality(format: ReportFormat) throws {
    let rules = """
      return { identity = 'id', normalize = { v = function(v) return v:lower() end },
        equal = function(a, b) return a.v == b.v and #a.v == #b.v and a.w == b.w end }
      """
    let data = lines(300) {
      "\"v\": \"a\($0)\", \"w\": 1"
    } _: {
      "\"v\": \"A\($0)\", \"w\": \($0 % 2)"
    }
    #expect(try run(rules, format, data).calls == 600)
  }

  @Test("a comparator is called once a pair of values, inside of lists too", arguments: formats)
  func comparators(format: ReportFormat) throws {
    let data = lines(300) {
      "\"v\": [\($0), 1]"
    } _: {
      "\"v\": [\($0 + 1), 2]"
    }
    let whole = "return { identity = 'id', equal = { v = function(a, b) return false end } }"
    #expect(try run(whole, format, data).calls == 300)
    let inside = """
      return { identity = 'id', equal = { ['v[]'] = function(a, b) return false end }, \
      lists = { v = luna.list.position } }
      """
    #expect(try run(inside, format, data).calls == 600)
  }

  @Test("a report is the same whether answers are kept or asked for again", arguments: formats)
  func sameReport(format: ReportFormat) throws {
    let rules = """
      return { identity = 'id', lists = { w = function(e) return e.n end },
      normalize = { id = function(v) return 'k' .. v end,
        v = function(v) return #v > 2 and { first = v:sub(1, 1), all = v } or v end },
      equal = { ['w[].x'] = function(a, b) return a == b + 1 end } }
      """
    let data = lines(40) {
      "\"v\": \"a\($0)\", \"w\": [{\"n\": 1, \"x\": \($0)}, {\"n\": 2, \"x\": 0}]"
    } _: {
      "\"v\": \"b\($0)\", \"w\": [{\"n\": 2, \"x\": 7}, {\"n\": 1, \"x\": \($0 % 3)}]"
    }
    let kept = try run(rules, format, data)
    for workers in [1, 2] {
      let asked = try run(rules, format, data, workers: workers, keeping: 0)
      #expect(kept.report == asked.report)
    }
  }
}

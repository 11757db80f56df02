import Comparing
import Analysis
import Platform
import Records
import Reports
import Testing

@testable import Rules

/// A rule that fails when it is asked again for an output is an error, and never an empty key.
@Suite struct FailingKeyTests {
  private static let old = "id,v\n" + (1...9).map { "\($0),a\n" }.joined()
  private static let new = "id,v\n" + (1...9).map { "\($0),\($0 % 3)\n" }.joined()

  private struct Nowhere: ReportSink {
    mutating func write(_ bytes: BytesView) {}
  }

  /// Fails from the nth call on in each state.
  private func rules(_ calls: Int) -> String {
    """
    local calls = 0
    return { identity = "id", normalize = { id = function(v)
      calls = calls + 1
      if calls > \(calls) then error("asked too often") end
      return v
    end } }
    """
  }

  /// The comparison by a rule that takes as few calls as that needs, so that it fails at the next one.
  private func comparison() throws -> Comparison {
    for calls in stride(from: 9, to: 500, by: 1) {
      if let made = try? comparison(calls) { return made }
    }
    throw CancellationError()
  }

  /// The comparison by a rule that fails after so many calls, without room to keep what it answers.
  private func comparison(_ calls: Int) throws -> Comparison {
    let program = RuleProgram(sources: [.init(name: "rules.lua", text: Array(rules(calls).utf8))])
    var run = ComparisonRun(scripts: program, workers: 1)
    run.room = 0
    return try Comparison(
      source: table(Self.old, name: "old.csv"), target: table(Self.new, name: "new.csv"),
      plan: program.load().ruleSet.plan(run))
  }

  @Test(
    "a report of it fails, and names the rule, the file and the record",
    arguments: [ReportFormat.text, .json, .csv, .markdown, .html])
  func reports(format: ReportFormat) throws {
    let comparison = try comparison()
    let said = message {
      var sink = Nowhere()
      try write(comparison, as: format, to: &sink)
    }
    #expect(said.contains("asked too often"), "\(said)")
    #expect(said.contains("in function 'normalize.id', old.csv record"), "\(said)")
  }

  @Test("an explanation of it fails")
  func explanations() throws {
    let comparison = try comparison()
    #expect(throws: RuleError.self) {
      try comparison.guarding { _ = try Explanations(Explainer(comparison), [.record(.source, 1)]) }
    }
  }

  @Test("a key that cannot be made is no empty key")
  func keys() throws {
    let comparison = try comparison()
    #expect(throws: RuleError.self) {
      for offset in 0..<9 {
        let key = try comparison.comparedKey(.source, offset)
        #expect(!key.isEmpty)
      }
    }
    #expect(throws: RuleError.self) { try comparison.changes.map(\.key) }
  }
}

import Comparing
import LuaRuntime
import Records
import Rules
import Testing

@testable import LunaDiff

@Suite("Walks of an app whose rules fail when they are asked again") struct FailingWalkTests {
  /// The result by a rule that fails after so many calls, without room to keep what it answers.
  private func result(calls: Int) throws -> DiffResult {
    let lua = """
      local calls = 0
      return { identity = "id", normalize = { id = function(v)
        calls = calls + 1
        if calls > \(calls) then error("asked too often") end
        return v
      end } }
      """
    let program = RuleProgram(sources: [.init(name: "rules.lua", text: Array(lua.utf8))])
    let rules = try program.load()
    program.keep(rules)
    var run = ComparisonRun(scripts: program, workers: 1)
    run.room = 0
    let tables = try ["id\n1\n2\n", "id\n2\n3\n"].map { text in
      var options = ReadOptions()
      options.format = .csv
      return try RecordInput.read(bytes: Array(text.utf8), name: "table", options: options).table()
    }
    return try DiffResult(
      comparison: Comparison(source: tables[0], target: tables[1], plan: rules.ruleSet.plan(run)), host: LunaHost())
  }

  @Test("the walk throws, and no change with an empty key is applied")
  func walk() throws {
    let result = try #require((4..<100).lazy.compactMap { try? self.result(calls: $0) }.first)
    var keys: [[LunaDiff.Value]] = []
    let error = #expect(throws: LunaDiff.LunaDiffError.self) {
      try result.apply { _, change in keys.append(change.key) }
    }
    #expect(error?.message.contains("asked too often") == true)
    #expect(!keys.contains([]))
  }
}

import Comparing
import Foundation
import Platform
import Records
import TestSupport
import Testing

@testable import Rules

/// Random rules over random tables find what a plain model finds.
@Suite("A model of the rules") struct RuleModelTests {
  @Test("random rules pair, update and move the records that the model does, in memory and spilled")
  func law() throws {
    var random = SeededGenerator.announced("rules and their model")
    let folder = SpillFolder(NSTemporaryDirectory())
    for _ in 0..<CaseSample.count(2_000, of: 50_000) {
      var maker = ModelCaseMaker(random: random)
      let made = maker.make()
      random = maker.random
      let expected = RuleModel(old: made.old, new: made.new, rules: made.rules).result()
      do {
        let (plan, tables) = try made.opened()
        let found = try Comparison(source: tables.source, target: tables.target, plan: plan)
        #expect(try Self.result(found) == expected, "\(made)")
        // The program refuses to compare nothing.
        guard plan.ruleSet.passes.isEmpty, found.orders.source.count + found.orders.target.count > 0 else { continue }
        let input = try ComparisonInput(tables, plan)
        let spilled = try Comparison(spilling: input, SpillingMemory(64, in: folder))
        #expect(try spilled.changes == found.changes, "spilled: \(made)")
      } catch { Issue.record("\(error): \(made)") }
    }
  }

  private static func result(_ comparison: Comparison) throws -> ModelResult {
    var result = ModelResult()
    let orders = comparison.orders
    for (target, source) in comparison.pairing.targetToSource.enumerated() where source >= 0 {
      result.pairs[orders.target[target]] = orders.source[Int(source)]
    }
    for change in try comparison.changes {
      switch (change.kind, change.source, change.target) {
      case (.updated, _, let target?): result.updated[target] = change.fields.map(\.column).sorted()
      case (.deleted, let source?, _): result.deleted.append(source)
      case (.inserted, _, let target?): result.inserted.append(target)
      default: break
      }
    }
    result.deleted.sort()
    result.inserted.sort()
    result.moved = comparison.summary.moved
    return result
  }
}

extension ModelCase {
  func opened() throws -> (ComparisonPlan, Sides<RecordTable>) {
    let program = RuleProgram(
      sources: [RuleProgram.Source(name: "rules.lua", text: Array(lua.utf8))], in: ScriptEnvironment())
    let rules = try program.load().ruleSet
    func table(_ text: String, _ name: String) throws -> RecordTable {
      try RecordInput.read(bytes: Array(text.utf8), name: name, options: rules.applied(to: ReadOptions())).table()
    }
    return (
      rules.plan(ComparisonRun(scripts: program, workers: 1)),
      Sides(source: try table(texts.old, names.old), target: try table(texts.new, names.new))
    )
  }
}

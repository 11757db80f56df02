import Comparing
import Analysis
import Records

/// Reads two inputs and proposes rules for what differs between them.
package func learn(_ request: DiffRequest) throws(LunaDiffError) -> LearntRules {
  try learn(request, keepsKey: { _ in true }, keeping: { $0.rules }).learnt
}

/// Reads two inputs and proposes rules for what differs between them, of which some are kept.
///
/// - Parameters:
///   - keepsKey: Whether the rules of the key are kept, where there are some; else it is learned without them.
///   - keeping: Which of the rules are kept.
/// - Returns: What was learned, the rules that are kept, and how many records are updated with these where they are not
///   all.
/// - Complexity: That of two comparisons, of one more where not all rules are kept, and O(*b*) for *b* bytes of records
///   that differ.
package func learn(
  _ request: DiffRequest, keepsKey: (LearntRules) throws -> Bool, keeping: (LearntRules) throws -> [LearntRule]
) throws(LunaDiffError) -> (learnt: LearntRules, kept: [LearntRule], left: Int?) {
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request.options)
    return try rules.ruleSet.hidingMasked {
      let tables = try Inputs(request, rules.ruleSet).tables()
      let plan = try request.options.plan(rules, for: "learning rules")
      var learnt = try Learner.learn(source: tables.source, target: tables.target, plan: plan)
      if try learnt.rules.contains(where: \.isOfKey) && !keepsKey(learnt) {
        learnt = try Learner.learn(source: tables.source, target: tables.target, plan: plan, learnsKey: false)
      }
      let kept = try keeping(learnt)
      // Columns that are not joined after all do not count any more.
      let isPart = !learnt.isWhole(kept) && (!kept.isEmpty || learnt.rules.contains { $0.field == "rename" })
      return (learnt, kept, isPart ? try updated(by: kept, of: learnt, request, tables) : nil)
    }
  }
}

/// How many records are updated with some of the rules that were learned.
private func updated(
  by kept: [LearntRule], of learnt: LearntRules, _ request: DiffRequest, _ tables: Sides<RecordTable>
) throws -> Int {
  var options = request.options
  for rule in kept {
    options.rules.append(.text("return { \(rule.field) = { \(rule.line) } }", name: "a learned rule"))
  }
  if let columns = learnt.key.columns, !columns.isEmpty, !learnt.keyHasGaps {
    options.flags.identity = .columns(columns)
  }
  let plan = try options.plan(RequestedRules(options), for: "learning rules")
  return try Comparison(source: tables.source, target: tables.target, plan: plan).summary.updated
}

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
/// - Returns: What was learned, the rules that are kept, each with what it explains without the others, and how many
///   records are updated with these where they are not all.
/// - Complexity: That of two comparisons, of two more where not all rules are kept, and O(*b*) for *b* bytes of records
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
          .refusing(keyOf: learnt)
      }
      let kept = try keeping(learnt)
      guard !learnt.isWhole(kept) else { return (learnt, kept, nil) }
      let after = try comparison(by: kept, of: learnt, request, tables)
      learnt.keep(kept, unmatched: Sides(source: after.columns.deleted, target: after.columns.inserted))
      let parted = learnt.parted(by: kept)
      let hidden = parted.isEmpty ? [:] : try hidden(by: kept, of: learnt, inside: parted, request, tables)
      return (learnt, learnt.counted(kept, hidden), kept.isEmpty ? nil : after.summary.updated)
    }
  }
}

/// How many values of columns, or at places, some rules make one, by their names.
private func hidden(
  by kept: [LearntRule], of learnt: LearntRules, inside names: Set<String>, _ request: DiffRequest,
  _ tables: Sides<RecordTable>
) throws -> [String: Int] {
  let places = names.filter { tables.target.ownColumnIndex(of: $0) == nil }.sorted()
  let others = kept.filter { !$0.isOfValues }
  let before = try comparison(by: others, of: learnt, opening: places, request, tables)
  let after = try comparison(by: kept, of: learnt, opening: places, request, tables)
  var hidden: [String: Int] = [:]
  HiddenCells(before, after).forEach { hidden[$1.name, default: 0] += 1 }
  return hidden
}

/// The comparison with some of the rules that were learned.
///
/// - Parameter places: What is compared like columns inside of objects.
private func comparison(
  by kept: [LearntRule], of learnt: LearntRules, opening places: [String] = [], _ request: DiffRequest,
  _ tables: Sides<RecordTable>
) throws -> Comparison {
  var options = request.options
  for rule in kept {
    options.rules.append(.text("return { \(rule.field) = { \(rule.line) } }", name: "a learned rule"))
  }
  if let columns = learnt.key.columns, !columns.isEmpty, !learnt.keyHasGaps {
    options.flags.identity = .columns(columns)
  }
  var plan = try options.plan(RequestedRules(options), for: "learning rules")
  plan.opened += places
  return try Comparison(source: tables.source, target: tables.target, plan: plan)
}

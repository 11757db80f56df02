import Comparing
import Analysis
import Records

/// What was learned from two inputs, and what the rules leave.
package struct Learning {
  package fileprivate(set) var learnt: LearntRules
  /// The number of records in each input.
  package let records: Sides<Int>
  /// The comparison under the rules, and the findings in it; `nil` if no record is updated.
  package fileprivate(set) var rest: (comparison: Comparison, findings: [Finding])?
}

/// Reads two inputs and suggests rules for their formatting differences.
///
/// - Complexity: That of two comparisons, of one more if the rules leave differences, and O(*b*) for *b* bytes of
///   records that differ.
package func learn(_ request: DiffRequest) throws(LunaDiffError) -> Learning {
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request.options)
    return try rules.ruleSet.hidingMasked {
      let tables = try Inputs(request, rules.ruleSet).tables()
      let plan = try request.options.plan(rules, for: "learning rules")
      let learnt: LearntRules
      do { learnt = try Learner.learn(source: tables.source, target: tables.target, plan: plan) } catch let error
        as ComparisonError
      {
        throw error.knowingRename(under: plan) { KeyProbe(source: tables.source, target: tables.target, plan: plan) }
      }
      var learning = Learning(learnt: learnt, records: Sides { tables[$0].count })
      if learnt.updated.after > 0, learnt.key.columns?.isEmpty != true {
        try learning.weigh(comparison(under: learnt, request, tables))
      }
      return learning
    }
  }
}

extension Learning {
  /// Adds the findings of the changes that are left, some of which show that keys are right.
  fileprivate mutating func weigh(_ after: Comparison) throws {
    guard after.summary.updated > 0 else { return }
    let findings = try FindingSearch.findings(of: after)
    rest = (after, findings)
    learnt.isKeyDoubtful =
      try learnt.isKeyDoubtful && after.isUnexplained(by: findings) && !ChancePairs.refute(findings, of: after)
  }
}

extension Comparison {
  /// Whether values differ of which no finding says that nearly all became one, or nothing, as they do in any pairs.
  fileprivate func isUnexplained(by findings: [Finding]) -> Bool {
    let known = Set(findings.filter(\.isOfOneValue).flatMap(\.columns))
    return updatedPairs.contains { pair in pair.differing.contains { !known.contains(comparedColumns[Int($0)].name) } }
  }
}

/// The comparison under the rules that were learned.
private func comparison(under learnt: LearntRules, _ request: DiffRequest, _ tables: Sides<RecordTable>) throws
  -> Comparison
{
  var options = request.options
  for rule in learnt.rules {
    options.rules.append(.text("return { \(rule.field) = { \(rule.line) } }", name: "a learned rule"))
  }
  if let columns = learnt.key.columns, !columns.isEmpty, !learnt.keyHasGaps {
    options.flags.identity = .columns(columns)
  }
  let plan = try options.plan(RequestedRules(options), for: "learning rules")
  return try Comparison(source: tables.source, target: tables.target, plan: plan)
}

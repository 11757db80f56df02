import Comparing
import Analysis

/// Reads two inputs and proposes rules for what differs between them.
///
/// - Complexity: That of two comparisons, and O(*b*) for *b* bytes of records that differ.
package func learn(_ request: DiffRequest) throws(LunaDiffError) -> LearntRules {
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request.options)
    return try rules.ruleSet.hidingMasked {
      let tables = try Inputs(request, rules.ruleSet).tables()
      return try Learner.learn(
        source: tables.source, target: tables.target, plan: request.options.plan(rules, for: "learning rules"))
    }
  }
}

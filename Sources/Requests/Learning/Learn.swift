import Comparing
import Analysis

/// Reads two inputs and proposes rules for what differs between them.
///
/// - Parameter keepsKey: Whether the rules of the key are kept, where there are some; else it is learned without them.
/// - Complexity: That of two comparisons, and O(*b*) for *b* bytes of records that differ.
package func learn(_ request: DiffRequest, keepsKey: (LearntRules) throws -> Bool = { _ in true })
  throws(LunaDiffError) -> LearntRules
{
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request.options)
    return try rules.ruleSet.hidingMasked {
      let tables = try Inputs(request, rules.ruleSet).tables()
      let plan = try request.options.plan(rules, for: "learning rules")
      let learnt = try Learner.learn(source: tables.source, target: tables.target, plan: plan)
      if try !learnt.rules.contains(where: \.isOfKey) || keepsKey(learnt) { return learnt }
      return try Learner.learn(source: tables.source, target: tables.target, plan: plan, learnsKey: false)
    }
  }
}

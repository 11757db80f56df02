import Platform
import Comparing
import Analysis

/// Reads two inputs and compares them under the request's rules, which `change` changes first.
///
/// - Complexity: O(*b*) for *b* bytes of input, and the rules' own cost for records that differ.
package func compare(_ request: DiffRequest, changing change: (inout RuleSet) -> Void = { _ in }) throws(LunaDiffError)
  -> Comparison
{
  try watchingInputs(of: request) { request in
    var accepted: String?
    let comparison = try comparison(of: request) { rules in
      change(&rules)
      accepted = rules.accept
    }
    return try accepted.map { try comparison.accepting(fileAt: $0, table: request.options.acceptedTable) } ?? comparison
  }
}

/// Reads two inputs, compares them under the request's rules, and says why the chosen records are what they are, and
/// with `includesUnpaired` why records have no partner.
package func explain(_ request: DiffRequest, _ choices: [RecordChoice], includesUnpaired: Bool = false)
  throws(LunaDiffError) -> Explanations
{
  try watchingInputs(of: request) { request in
    let comparison = try comparison(of: request)
    return try hidingQuotes(comparison.plan.hasMask) {
      try Explanations(of: comparison, choices, includesUnpaired: includesUnpaired)
    }
  }
}

private func comparison(of request: DiffRequest, changing change: (inout RuleSet) -> Void = { _ in }) throws
  -> Comparison
{
  var rules = try RequestedRules(request.options)
  change(&rules.ruleSet)
  return try rules.ruleSet.hidingMasked {
    try Inputs(request, rules.ruleSet).compare(request.options.plan(rules), request.options.memory)
  }
}

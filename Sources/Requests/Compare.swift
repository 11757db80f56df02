import RecordDiff
import Records

/// Reads two inputs and compares them under the request's rules.
///
/// - Throws: `LunaDiffError` with a message for a person.
/// - Complexity: O(*b*) for *b* bytes of input, and the rules' own cost for records that differ.
package func compare(_ request: DiffRequest) throws(LunaDiffError) -> Comparison {
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request)
    let inputs = try Inputs(request, rules.ruleSet)
    var plan = rules.ruleSet.plan(scripts: rules.scripts, workers: request.threads)
    plan.meter = request.meter
    return try inputs.compare(plan)
  }
}

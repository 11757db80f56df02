import RecordDiff
import Records

/// Reads two inputs and compares them under the request's rules.
///
/// - Throws: `LunaDiffError` with a message for a person.
/// - Complexity: O(*b*) for *b* bytes of input, and the rules' own cost for records that differ.
package func compare(_ request: DiffRequest) throws(LunaDiffError) -> Comparison {
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request.options)
    return try Inputs(request, rules.ruleSet).compare(request.options.plan(rules))
  }
}

import Comparing
import Rules

/// Says how rules run, and tries them on two inputs if there are any.
///
/// Are the identities unique, are the functions' answers always the same, do they make sense?
///
/// - Parameters:
///   - request: The rules; its inputs are read only with data.
///   - hasData: Whether the rules are tried on the request's inputs.
///   - sample: The most records, and the most pairs of records, that functions are tried on.
/// - Throws: `LunaDiffError` where the rules cannot be loaded, do not fit the inputs or fail.
package func check(_ request: DiffRequest, hasData: Bool, sample: Int = 2_000) throws(LunaDiffError) -> CheckReport {
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request.options)
    var check = RuleCheck(program: rules.program, rules: rules.ruleSet)
    check.sample = sample
    guard hasData else { return try check.report() }
    return try rules.ruleSet.hidingMasked {
      let tables = try Inputs(request, rules.ruleSet).tables()
      return try check.report(on: tables, workers: request.options.threads)
    }
  }
}

import Analysis
import Comparing
import Rules

/// Says how rules run, and with `hasData` whether they do well on two inputs: whether identities are unique, and the
/// answers of functions always the same and sensible.
///
/// `sample` is the most records, and the most pairs of records, that functions are tried on. With a choice of `faults`,
/// these are planted in the new input to see which of them the rules notice.
package func check(_ request: DiffRequest, hasData: Bool, sample: Int = 2_000, faults: FaultChoice? = nil)
  throws(LunaDiffError) -> CheckReport
{
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request.options)
    var check = RuleCheck(program: rules.program, rules: rules.ruleSet)
    (check.sample, check.faults) = (sample, faults)
    guard hasData else { return try check.report() }
    return try rules.ruleSet.hidingMasked {
      let plan = rules.ruleSet.plan(ComparisonRun(scripts: rules.program))
      let tables = try Inputs(request, rules.ruleSet).tables(for: plan)
      do { return try check.report(on: tables, workers: request.options.threads) } catch let error as FaultError {
        throw LunaDiffError(error.message)
      }
    }
  }
}

extension CheckReport {
  /// The report on a rules file that cannot be checked.
  package init(_ error: LunaDiffError, of file: String) {
    self.init(
      error: error.finding, hint: error.hint.map { "\($0)" }, in: error.line?.chunk ?? file, line: error.line?.number)
  }
}

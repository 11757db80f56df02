import Platform
import Comparing
import Analysis

/// Reads two inputs and compares them under the request's rules.
///
/// - Complexity: O(*b*) for *b* bytes of input, and the rules' own cost for records that differ.
package func compare(_ request: DiffRequest) throws(LunaDiffError) -> Comparison {
  try watchingInputs(of: request) { try acceptingComparison(of: $0, RequestedRules($0.options)) }
}

/// The same under rules that `change` changes first.
package func compare(_ request: DiffRequest, changing change: (inout RuleSet) -> Void) throws(LunaDiffError)
  -> Comparison
{
  try watchingInputs(of: request) { request in
    var rules = try RequestedRules(request.options)
    change(&rules.ruleSet)
    return try acceptingComparison(of: request, rules)
  }
}

/// Checks that the rules of a request load.
///
/// - Returns: Whether they mask columns.
@discardableResult package func checkRules(of request: some ReadingRequest) throws(LunaDiffError) -> Bool {
  try watchingInputs(of: request) { try RequestedRules($0.options).ruleSet.masked?.isEmpty == false }
}

/// Reads two inputs, compares them under the request's rules, and says why the chosen records are what they are, and
/// with `includesUnpaired` why records have no partner, with so many examples of each cause.
package func explain(
  _ request: DiffRequest, _ choices: [RecordChoice], includesUnpaired: Bool = false,
  examples: Int = UnpairedCauses.usualExamples
) throws(LunaDiffError) -> Explanations {
  try watchingInputs(of: request) { request in
    let comparison = try comparison(of: request, RequestedRules(request.options))
    return try hidingQuotes(comparison.plan.hasMask) {
      let explainer = try Explainer(comparison)
      return try Explanations(explainer, choices, includesUnpaired: includesUnpaired, examples: examples).knowingForm()
    }
  }
}

/// What two inputs differ in, less what somebody has accepted.
private func acceptingComparison(of request: DiffRequest, _ rules: RequestedRules) throws -> Comparison {
  let comparison = try comparison(of: request, rules)
  guard let accepted = rules.ruleSet.accept else { return comparison }
  return try comparison.accepting(fileAt: accepted, table: request.options.acceptedTable)
}

private func comparison(of request: DiffRequest, _ rules: RequestedRules) throws -> Comparison {
  try rules.ruleSet.hidingMasked {
    let (inputs, plan) = (try Inputs(request, rules.ruleSet), request.options.plan(rules))
    do { return try inputs.compare(plan, request.options.memory) } catch let error as ComparisonError {
      throw error.knowingRename(under: plan) {
        let tables = try inputs.tables()
        return KeyProbe(source: tables.source, target: tables.target, plan: plan)
      }
    }
  }
}

extension ComparisonError {
  /// The error with what to add to the command, where a column of the key has another name on the side that lacks it.
  func knowingRename(under plan: ComparisonPlan, _ probe: () throws -> KeyProbe) -> ComparisonError {
    guard case .unknownColumn(let name, "the key", _) = reason, case .columns(let key) = plan.identity else {
      return self
    }
    var error = self
    do {
      let probe = try probe()
      // Numbers of rows are those of any key, which other columns belie where they pair records.
      guard let found = try probe.rename(of: name),
        try probe.report(on: [], searching: SearchLimits()).renames.contains(where: found.hasNames)
      else { return self }
      let pair = [found.old, found.new].map { Escaped.spelling(of: $0, at: "=") }.joined(separator: "=")
      let names = key.map { Escaped.spelling(of: $0 == found.old ? found.new : $0, at: ",") }
      error.rename = Setting.rename.words(with: pair) + Setting.key.words(with: names.joined(separator: ","))
    } catch {}
    return error
  }
}

import Comparing
import Patching

/// Joins the changes that two inputs made to a third, record by record and column by column.
///
/// - Throws: `LunaDiffError` where an input cannot be read, or the rules do not fit; a conflict is no error.
/// - Complexity: That of three comparisons.
package func merge(_ request: MergeRequest) throws(LunaDiffError) -> MergeOutput {
  try watchingInputs(of: request) { request in
    let paths = [request.base, request.ours, request.theirs]
    guard paths.filter({ $0 == "-" }).count < 2 else {
      throw LunaDiffError("standard input can be only one of the three inputs")
    }
    let options = request.options
    let rules = try RequestedRules(options)
    guard rules.ruleSet.passes.isEmpty else {
      throw LunaDiffError(
        "three versions cannot be merged by an identity in passes",
        hint: "\(.key) names an identity that has a single pass")
    }
    let names = request.names.map { [$0.base, $0.ours, $0.theirs] } ?? [nil, nil, nil]
    return try rules.ruleSet.hidingMasked {
      let tables = try RequestOpening(options, rules.ruleSet).openTexts(paths, named: names).map { try $0.table() }
      return try Patching.Merge.merge(
        base: tables[0], ours: tables[1], theirs: tables[2], plan: options.plan(rules), favor: request.favor)
    }
  }
}

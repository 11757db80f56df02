import Comparing
import Patching

package struct MergeRequest: Sendable {
  /// The paths of the input that both sides come from, of ours and of theirs.
  package var paths: [String]
  /// What these are called in messages, and what their format is told by, if not by their paths, as of temporary files.
  package var names: [String?] = [nil, nil, nil]
  package var favor = MergeFavor.none
  package var options = ComparisonOptions()

  package init(base: String, ours: String, theirs: String) { paths = [base, ours, theirs] }
}

/// Joins the changes that two inputs made to a third, record by record and column by column.
///
/// - Complexity: That of three comparisons.
package func merge(_ request: MergeRequest) throws(LunaDiffError) -> MergeOutput {
  try watchingInputs(of: request) { request in
    guard request.paths.filter({ $0 == "-" }).count < 2 else {
      throw LunaDiffError("standard input can be only one of the three inputs")
    }
    let options = request.options
    let rules = try RequestedRules(options)
    guard rules.ruleSet.passes.isEmpty else {
      throw LunaDiffError(
        "three versions cannot be merged by an identity in passes",
        hint: "\(.key) names an identity that has a single pass")
    }
    return try rules.ruleSet.hidingMasked {
      let opening = RequestOpening(options, rules.ruleSet)
      let tables = try opening.openTexts(request.paths, named: request.names).map { try $0.table() }
      return try Patching.Merge.merge(
        base: tables[0], ours: tables[1], theirs: tables[2], plan: options.plan(rules), favor: request.favor)
    }
  }
}

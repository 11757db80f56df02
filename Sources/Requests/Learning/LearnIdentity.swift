import Analysis
import Comparing
import Platform
import Records

extension LearntIdentity {
  /// The identity as a rules file.
  ///
  /// - Parameters:
  ///   - inputs: The names of the two inputs.
  ///   - base: The rules that apply beside it.
  package func text(_ inputs: [String], on base: LearningBase) -> String {
    func blockText(_ block: LinkageBlock) -> String {
      let parts = block.parts.map { ($0.isSound ? "sound " : "") + $0.column.luaText }
      return parts.count == 1 ? parts[0] : "{ \(parts.joined(separator: ", ")) }"
    }
    let weights = columns.map { column in
      let bits = [column.equal, column.alike, column.different].map { "\(($0 * 10).rounded() / 10)" }
      let shown = column.column.lua == "compare.exact" ? [bits[0], bits[2]] : bits
      return "      \(column.column.name.luaKey) = { \(([column.column.lua] + shown).joined(separator: ", ")) },"
    }
    let rounded = (odds * 10).rounded() / 10
    let lines =
      heading(inputs, base).map { "-- " + VisibleText.line($0) } + [
        "local compare, similar, sound = luna.compare, luna.compare.similar, luna.text.phonetic", "return {",
        "  identity = luna.identity.score {",
        "    blocks = { \(blocks.map(blockText).joined(separator: ", ")) },",
        "    by = {",
      ] + weights + ["    },", "    odds = \(rounded), threshold = \(threshold),", "  },", "}"]
    return lines.map { $0 + "\n" }.joined()
  }

  private func heading(_ inputs: [String], _ base: LearningBase) -> [String] {
    let known =
      labels.same + labels.different == 0
      ? "without labelled pairs" : "from labelled pairs, \(labels.same) the same and \(labels.different) not"
    func share(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
    return [
      "Identity that lunadiff learn proposes for \(inputs.map(\.inComment).joined(separator: " and ")).",
      "Learned \(known); records: \(records.source) old, \(records.target) new; estimated pairs: "
        + "\(pairs), precision: \(share(precision)), recall: \(share(recall)).",
      "Each column adds bits of evidence to the odds: for values that are equal, alike, different.",
    ] + (base.missing.map { ["To be used after \($0)."] } ?? [])
  }
}

/// Reads two inputs and learns an identity by score.
///
/// - Parameter pairs: A file of labelled pairs.
/// - Returns: The identity, and how many labelled pairs name a record that does not exist, or several records.
/// - Complexity: O(*c n*) for *n* records and *c* columns and blocks.
package func learnIdentity(_ request: DiffRequest, pairs: String?) throws(LunaDiffError) -> (
  learnt: LearntIdentity, unknownPairs: Int
) {
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request.options)
    return try rules.ruleSet.hidingMasked {
      let tables = try Inputs(request, rules.ruleSet).tables()
      let labels = try pairs.map { try LabelledPairs(file: $0, of: tables) }
      let plan = try request.options.plan(rules, for: "learning an identity")
      let input = try KeyProbe(source: tables.source, target: tables.target, plan: plan).input()
      do { return (try IdentityLearner(input, labels: labels).learnt(), labels?.unknown ?? 0) } catch let error
        as IdentityLearningError
      { throw LunaDiffError(error.message) }
    }
  }
}

extension LabelledPairs {
  /// Reads a file of pairs by its path.
  init(file path: String, of tables: Sides<RecordTable>) throws {
    var opening = InputOpening(nil, ReadOptions())
    opening.isOneFile = true
    let file = try opening.open([path]).table()
    do { self = try LabelledPairs(file, of: tables) } catch let error as LabelError {
      throw LunaDiffError(error.message)
    }
  }
}

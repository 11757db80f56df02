import Comparing
import Records

/// Columns of each side alone of which the values of one stand for those of the other, as `learn` finds them.
struct CodedColumns {
  let search: FindingSearch

  private var comparison: Comparison { search.comparison }

  /// - Parameter known: What is known of columns that are one under two names.
  func findings(beside known: [Finding]) throws -> [Finding] {
    let renamed = known.compactMap { finding in finding.newName.map { (old: finding.columns[0], new: $0) } }
    guard comparison.hasKey, !search.learner.isOutOfReach else { return [] }
    // Few pairs tell of most columns that they hold no codes.
    let plan = comparison.plan(identifiedAs: comparison.key)
    let joining = ColumnJoining(source: comparison.source, target: comparison.target, plan: plan)
    let likely = joining.coded(comparison, beside: renamed, looked: ColumnJoining.mostLooked)
    guard !likely.isEmpty, let learnt = search.learner.joined else { return [] }
    return try likely.compactMap { old, new in
      let isJoined = learnt.renames.contains { $0.column == old && $0.change == .rename(new) && !$0.isOfKey }
      guard isJoined, let codes = try codes(of: new, learnt.comparison) else { return nil }
      return finding(old, new, codes)
    }
  }

  /// The codes of a column for which `learn` has a rule, in the comparison with columns joined.
  private func codes(of name: String, _ joined: Comparison) throws -> Set<[String]>? {
    guard let number = joined.comparedColumns.firstIndex(where: { $0.name == name }) else { return nil }
    return try joined.withWorker { worker in
      try FindingSearch(joined, worker).learntCodes(Int32(number)).map { Set($0.map { [$0.old, $0.new] }) }
    }
  }

  private func finding(_ old: String, _ new: String, _ codes: Set<[String]>) -> Finding? {
    let (pairs, keys) = (comparison.comparedPairs, KeyFindings(search: search))
    let values = zip(keys.values(old, .source, pairs.map(\.source)), keys.values(new, .target, pairs.map(\.target)))
    let cells = values.map { LearntRule.Example(old: $0, new: $1) }.filter {
      codes.contains([$0.old.description, $0.new.description])
    }
    guard Finding.isEnough(cells.count, of: comparison.pairedCount) else { return nil }
    let table = cells.counted().sorted { (-$0.value, "\($0.key)") < (-$1.value, "\($1.key)") }
    let cause = Finding.Cause.coded(as: new, table.map { Finding.Code(old: $0.key.old, new: $0.key.new) })
    return Finding(cause, [old, new], changes: cells.count, of: comparison.pairedCount)
  }
}

import Comparing
import Records

extension Merge {
  /// The plan with a key: its own, or one that is found.
  ///
  /// A key that is found is one by which both sides were found to belong to the base; it holds if each of the three has
  /// every record under a key of its own.
  ///
  /// - Throws: `MergeError` where nothing tells the records of all three apart.
  /// - Complexity: That of four comparisons at most.
  static func keyed(
    _ plan: ComparisonPlan, base: RecordTable, ours: RecordTable, theirs: RecordTable
  ) throws -> ComparisonPlan {
    guard !plan.hasKey else { return plan }
    guard case .automatic = plan.identity, base.count > 0 else {
      throw MergeError(reason: .noKey, input: base.name)
    }
    for (side, other) in [(ours, theirs), (theirs, ours)] {
      let found = try Comparison(source: base, target: side, plan: plan).key
      guard let columns = found.columns, !columns.isEmpty else { continue }
      var keyed = plan
      keyed.identity = .columns(columns)
      if try isKey(keyed, of: base, other) { return keyed }
    }
    throw MergeError(reason: .noKey, input: base.name)
  }

  private static func isKey(
    _ plan: ComparisonPlan, of base: RecordTable, _ side: RecordTable
  ) throws -> Bool {
    var plan = plan
    plan.duplicates = .error
    do {
      _ = try Comparison(source: base, target: side, plan: plan)
      return true
    } catch is ComparisonError {
      return false
    }
  }
}

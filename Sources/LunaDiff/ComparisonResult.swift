import Comparing
public import StagedDiff

/// What came of a comparison.
///
/// It holds both inputs in memory, or keeps their files mapped, and makes each change when it is asked for.
public struct ComparisonResult: Sendable {
  let comparison: Comparison
  let host: LunaHost

  init(_ comparison: Comparison, host: LunaHost) {
    self.comparison = comparison
    self.host = host
  }

  /// The changes in the order of reports: deleted records in the old order, then the rest in the new order.
  public var changes: ChangeList { ChangeList(comparison) }

  /// How many records changed, and how.
  public var summary: ChangeSummary { comparison.summary }

  /// Whether nothing differs: no record, no section, and no column.
  public var isSame: Bool { comparison.isSame }

  /// The columns that identified the records: none where the whole record did, `nil` where a function did.
  public var key: [String]? { comparison.key.columns }

  /// The columns of both inputs, in the new one's order, and those that one of them alone has.
  public var columns: (common: [String], deleted: [String], inserted: [String]) {
    let columns = comparison.columns
    return (columns.common.map(\.name), columns.deleted, columns.inserted)
  }

  /// What makes the result worth less than it seems, such as a header that looks like a record; one line each.
  public var warnings: [String] { comparison.terms.warnings.map(\.message) }
}

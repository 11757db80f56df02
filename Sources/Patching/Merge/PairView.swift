import Comparing
import Records

/// A comparison by record numbers: the partner of each record, and the columns in which they differ.
struct PairView {
  let comparison: Comparison
  private let partners: Sides<[Int32]>
  private let offsets: [Int32]
  /// For each compared column the one that it is or leads into.
  private let columns: [ResolvedPlan.Column]
  private let members: OperationColumns

  init(_ comparison: Comparison) {
    self.comparison = comparison
    columns = comparison.resolvedPlan.wholeColumns
    members = OperationColumns(comparison)
    partners = Sides { comparison.partners(of: $0) }
    offsets = comparison.orders.target.offsets(ofRecords: comparison.target.count)
  }

  func partner(of record: Int, _ side: Side) -> Int? {
    let partner = partners[side][record]
    return partner < 0 ? nil : Int(partner)
  }

  /// The columns in which a record of the target differs from its partner; one that differs by a path is whole.
  func changedColumns(_ target: Int) -> [ResolvedPlan.Column] {
    var names: Set<ColumnName> = []
    return comparison.differingColumns(ofTarget: offsets[target]).map { columns[Int($0)] }.filter {
      names.insert(ColumnName($0.name)).inserted
    }
  }

  func key(_ target: Int) throws -> [Value] { try comparison.keyValues(.target, Int(offsets[target])) }

  /// A column in which a record of the target differs, with what holds inside; `nil` if a rule compares it as a whole.
  func nestedColumn(_ name: String, of target: Int) -> OperationColumn? {
    let column = members.column(name, among: comparison.differingColumns(ofTarget: offsets[target]))
    return column.flatMap { $0.isWhole ? nil : $0 }
  }

  func readsJSON(in column: String) -> Bool { comparison.resolvedPlan.given.json.contains(column) }

  func judging<Result>(
    _ column: OperationColumn, _ source: Int, _ target: Int, _ body: ((any NestedScripts)?) throws -> Result
  ) throws -> Result {
    try comparison.withWorker { try $0.judging(column.inside, column.name, source, target, body) }
  }
}

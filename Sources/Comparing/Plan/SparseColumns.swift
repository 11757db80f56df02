import Records

/// How the columns of two sparse tables correspond, so that of two records only the columns are looked at that one of
/// them has.
///
/// A column that both lack makes no difference, unless a rule has the last word on it.
package struct SparseColumns: Sendable {
  /// For each column of a table the number of the compared column that it is, or −1.
  private let numbers: Sides<[Int32]>
  /// The compared columns that rules may find unequal, or give a value, where neither record has one; ascending.
  private let always: [Int32]

  init?(_ compared: [ResolvedPlan.Column], _ plan: ComparisonPlan, _ tables: Sides<RecordTable>) {
    guard tables.source.isSparse, tables.target.isSparse else { return nil }
    numbers = Sides { side in
      var numbers = [Int32](repeating: -1, count: tables[side].columns.count)
      for (number, column) in compared.enumerated() {
        guard let index = column.place(in: side), index < numbers.count else { continue }
        numbers[index] = Int32(truncatingIfNeeded: number)
      }
      return numbers
    }
    let isPlain = { (column: ResolvedPlan.Column) in
      plan.steps(for: column.name).isEmpty && column.equality.isExact
        && Side.allCases.allSatisfy { column.place(in: $0) ?? 0 < tables[$0].columns.count }
    }
    always = compared.indices.filter { !isPlain(compared[$0]) }.map { Int32(truncatingIfNeeded: $0) }
  }

  /// The numbers of the compared columns to look at in records of which these columns were found, in ascending order.
  func numbers(_ records: [(side: Side, found: [Int32])]) -> [Int32] {
    var wanted = Set(always)
    for record in records {
      let numbers = numbers[record.side]
      for column in record.found where numbers[Int(column)] >= 0 { wanted.insert(numbers[Int(column)]) }
    }
    return wanted.sorted()
  }
}

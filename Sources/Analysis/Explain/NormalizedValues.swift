import Comparing
import Records

/// As what the rules see the values of columns that are normalized; not of masked ones.
package final class NormalizedValues {
  private let comparison: Comparison
  private let worker: ComparisonWorker
  private let columns: Set<ColumnName>

  /// - Returns: `nil` where no value is normalized.
  /// - Throws: What is wrong with a rule.
  package init?(_ comparison: Comparison, _ worker: ComparisonWorker) throws {
    self.comparison = comparison
    let plan = comparison.resolvedPlan
    columns = Set(
      named: (plan.compared + plan.key).filter { column in
        let steps = plan.rules.steps(for: column.name)
        // A function may have looked at a masked column.
        let areNative = steps.allSatisfy(\.isNative)
        return !steps.isEmpty && !column.isMasked && (areNative || !plan.rules.hasMask)
      }.map(\.name))
    guard !columns.isEmpty else { return nil }
    self.worker = worker
    try worker.prepare()
  }

  /// The values of a column as they are compared.
  ///
  /// - Parameters:
  ///   - source: The record's number in the source.
  ///   - target: The record's number in the target.
  /// - Returns: `nil` where both are compared as they stand, and for objects and arrays.
  package func values(of column: ResolvedPlan.Column, source: Int, target: Int) throws -> Sides<Value>? {
    guard columns.contains(ColumnName(column.name)) else { return nil }
    let records = Sides(source: source, target: target)
    func value(_ side: Side, isRaw: Bool) throws -> Value {
      guard let place = column.place(in: side) else { return .absent }
      let reader = worker.readers[side]
      if isRaw { return reader.rawField(records[side], place).value }
      return try comparison.asking { try reader.field(records[side], place).value }
    }
    let values = try Sides { try value($0, isRaw: false) }
    let raw = try Sides { try value($0, isRaw: true) }
    let isSame = values.source == raw.source && values.target == raw.target
    return isSame || [values.source, values.target].contains(where: \.isNested) ? nil : values
  }
}

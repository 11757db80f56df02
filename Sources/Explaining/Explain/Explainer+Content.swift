import Comparing
import Records

extension Explainer {
  /// What the rules say of the contents of two paired records.
  func content(source: Int, target: Int) throws -> ContentFindings {
    let records = (source: orders.source[source], target: orders.target[target])
    let omitted = omittedColumns
    if areKnownToBeSame(source: source, target: target) {
      return ContentFindings(areEqual: true, ground: .sameBytes, columns: [], omitted: omitted)
    }
    if case .script(let function) = plan.rules.equality {
      return try content(of: records, function: function, omitted)
    }
    let columns = try columns(of: records, judge: nil) { number in
      try worker.areEqual(number, records.source, records.target)
    }
    return ContentFindings(
      areEqual: columns.allSatisfy(\.areEqual), ground: .columns, columns: columns,
      omitted: omitted)
  }

  private func content(
    of records: (source: Int, target: Int), function: Int,
    _ omitted: [ContentFindings.OmittedColumn]
  ) throws -> ContentFindings {
    let verdict = try worker.verdict(
      source: records.source, target: records.target, function: function)
    let different = Set(
      try worker.differences(under: verdict, source: records.source, target: records.target))
    var judge = "as they stand"
    if case .different(_?) = verdict { judge = "function" }
    return ContentFindings(
      areEqual: verdict == .equal, ground: .function,
      columns: try columns(of: records, judge: judge) { !different.contains($0) },
      omitted: omitted)
  }

  /// Whether no rule is asked of two paired records, as the comparison asked none.
  private func areKnownToBeSame(source: Int, target: Int) -> Bool {
    if let twins = identities.twins?.sources { return twins[target] == source }
    let tables = comparison.tables
    return plan.hasCommonLayout
      && tables.source.recordBytes(orders.source[source])
        .isSame(as: tables.target.recordBytes(orders.target[target]))
  }

  private func columns(
    of records: (source: Int, target: Int), judge: String?,
    _ areEqual: (_ number: Int32) throws -> Bool
  ) throws -> [ColumnFindings] {
    try worker.comparedNumbers(records.source, records.target).map { number in
      let column = plan.compared[Int(number)]
      let isEqual = try areEqual(number)
      let numbers = Sides(source: records.source, target: records.target)
      func value(_ side: Side, _ read: (RecordReader, Int) throws -> Field) rethrows -> Value {
        try column.place(in: side).map { try read(worker.readers[side], $0).value } ?? .absent
      }
      let paths = try worker.nestedChanges(
        in: column, source: records.source, target: records.target)
      return ColumnFindings(
        name: column.name,
        raw: Sides { side in value(side) { $0.rawField(numbers[side], $1) } },
        steps: words.steps(column.name),
        values: try Sides { side in try value(side) { try $0.field(numbers[side], $1) } },
        judge: judge ?? words.judge(column, isNested: paths != nil), areEqual: isEqual,
        paths: paths?.map(PathChange.init))
    }
  }
}

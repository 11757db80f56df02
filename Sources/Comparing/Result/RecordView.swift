import Records

/// A record of an input, read where it lies: `record["price"]`.
///
/// It keeps its input in memory.
package struct RecordView: Sendable {
  let table: RecordTable
  let names: RuleNames
  /// The record's number in its input, counted from 0; a header is no record.
  package let number: Int

  /// The columns, in the input's order and by the names that rules use.
  package var columns: [String] { names.columns(of: table) }

  /// The line of the input on which the record begins, counted from 1; `nil` where the input has no lines.
  package var line: Int? { table.hasLines ? table.line(of: number) : nil }

  /// A value as the input has it: of a column, or of a path into nested values such as `address.city`.
  ///
  /// - Returns: `nil` where the record has no such value.
  package subscript(column: String) -> Value? {
    guard let place = names.ownName(of: column).flatMap(table.columnIndex) else { return nil }
    let value = table.value(number, place)
    return value == .absent ? nil : value
  }
}

extension RecordView: Equatable {
  /// Whether both have the same number in their inputs, and the same values in the same columns.
  package static func == (one: RecordView, other: RecordView) -> Bool {
    guard one.number == other.number else { return false }
    return one.table === other.table || one.columns == other.columns && one.values == other.values
  }

  private var values: [Value] {
    var cursor = table.makeCursor()
    return table.columns.indices.map { cursor.field(number, $0).value }
  }
}

extension RecordView: CustomStringConvertible {
  /// The values by their columns, as in `[id: 3, name: Awl]`.
  package var description: String {
    let values = columns.compactMap { name in self[name].map { "\(name): \($0)" } }
    return "[\(values.joined(separator: ", "))]"
  }
}

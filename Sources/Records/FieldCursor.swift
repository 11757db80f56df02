/// A way to a table's fields that remembers where the last record's are.
///
/// One per thread.
package struct FieldCursor {
  private let table: RecordTable
  private let layout: any RecordLayout
  private let columnCount: Int
  private var record = -1
  private var fields: [Field] = []

  init(table: RecordTable) {
    self.table = table
    layout = table.layout
    columnCount = table.columns.count
  }

  /// The field of a record in a column.
  ///
  /// The first of a record costs time linear in its length, the others nothing.
  @inline(__always)
  package mutating func field(_ record: Int, _ column: Int) -> Field {
    if record != self.record { load(record) }
    return column < columnCount ? fields[column] : layout.derivedField(column, of: fields)
  }

  /// All fields of a record, one for each of the table's columns; valid during the call.
  package mutating func withFields<R, E: Error>(
    of record: Int, _ body: (UnsafeBufferPointer<Field>) throws(E) -> R
  ) throws(E) -> R {
    if record != self.record { load(record) }
    return try fields.withUnsafeBufferPointer { fields throws(E) in try body(fields) }
  }

  @inline(never)
  private mutating func load(_ record: Int) {
    layout.split(table.recordBytes(record), into: &fields)
    self.record = record
  }
}

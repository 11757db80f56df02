/// A way to a table's fields that remembers where the last record's are.
///
/// One per thread.
package struct FieldCursor {
  // Keeps alive what the spans point to.
  private let table: RecordTable
  private let spans: RecordSpans
  private let layout: any RecordLayout
  private let columnCount: Int
  private var record = -1
  private var fields: [Field] = []
  /// How many columns are split of a record: as many as were ever asked for.
  private var reach = 0

  init(table: RecordTable) {
    self.table = table
    spans = RecordSpans(table)
    layout = table.layout
    columnCount = table.columns.count
  }

  /// The field of a record in a column.
  ///
  /// The first of a record costs time linear in its length up to the last column that was ever asked for, the
  /// others nothing.
  @inline(__always)
  package mutating func field(_ record: Int, _ column: Int) -> Field {
    if record != self.record || column >= reach { load(record, upTo: column) }
    return column < columnCount ? fields[column] : layout.derivedField(column, of: fields)
  }

  /// All fields of a record, one for each of the table's columns; valid during the call.
  package mutating func withFields<R, E: Error>(
    of record: Int, _ body: (UnsafeBufferPointer<Field>) throws(E) -> R
  ) throws(E) -> R {
    if record != self.record || reach < columnCount { load(record, upTo: columnCount) }
    return try fields.withUnsafeBufferPointer { fields throws(E) in try body(fields) }
  }

  @inline(never)
  private mutating func load(_ record: Int, upTo column: Int) {
    // A derived column can come of any other.
    reach = column < columnCount ? max(reach, column + 1) : columnCount
    layout.split(spans[record], into: &fields, upTo: reach)
    self.record = record
  }
}

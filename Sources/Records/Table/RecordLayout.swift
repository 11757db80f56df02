/// What a format knows about its records once they are found: how bytes become fields.
///
/// One object serves a table and all its cursors, from every thread.
package protocol RecordLayout: AnyObject, Sendable {
  /// The columns that every record is split into.
  var columns: [String] { get }

  /// Where a record that starts at `start` ends, given where the next one starts (or the text
  /// ends): whatever separates records is left out. Only asked if the index keeps no ends.
  func end(ofRecordFrom start: Int, next: Int, in text: UnsafeRawBufferPointer) -> Int

  /// Splits a record into fields: makes `fields` as long as there are columns and sets the first `count`; what the
  /// others are is undefined.
  func split(_ record: UnsafeRawBufferPointer, into fields: inout [Field], upTo count: Int)

  /// A column beyond `columns` that is derived from them, such as a path into a nested value.
  ///
  /// - Returns: an index of `columns.count` or more, the same for the same name; `nil` if the name
  ///   cannot be one.
  func derivedColumn(named name: String) -> Int?

  /// The field of a derived column.
  func derivedField(_ column: Int, of fields: [Field]) -> Field
}

extension RecordLayout {
  /// Splits a record into all of its fields.
  func split(_ record: UnsafeRawBufferPointer, into fields: inout [Field]) {
    split(record, into: &fields, upTo: columns.count)
  }

  package func derivedColumn(named name: String) -> Int? { nil }
  package func derivedField(_ column: Int, of fields: [Field]) -> Field { .absent }
}

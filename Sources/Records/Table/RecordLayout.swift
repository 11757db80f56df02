import Platform

/// What a format knows about its records once they are found: how bytes become fields.
///
/// One object serves a table and all its cursors, from every thread.
protocol RecordLayout: AnyObject, Sendable {
  var columns: [String] { get }

  /// What stands between records. Only asked if the index keeps no ends.
  var border: RecordTerminator { get }

  /// Whether a record may have few of many columns, so that ``SplitRecord/found`` says which.
  var isSparse: Bool { get }

  /// Splits a record into as many fields as there are columns, and sets the first `count`; the others are undefined.
  func split(_ record: BytesView, into split: inout SplitRecord, upTo count: Int)

  /// A column beyond `columns` that is derived from them, such as a path into a nested value.
  ///
  /// - Returns: an index of `columns.count` or more, the same for the same name; `nil` if the name cannot be one.
  func derivedColumn(named name: String) -> Int?

  func derivedField(_ column: Int, of fields: [Field]) -> Field
}

extension RecordLayout {
  func split(_ record: BytesView, into split: inout SplitRecord) {
    self.split(record, into: &split, upTo: columns.count)
  }

  var isSparse: Bool { false }
  func derivedColumn(named name: String) -> Int? { nil }
  func derivedField(_ column: Int, of fields: [Field]) -> Field { .absent }
}

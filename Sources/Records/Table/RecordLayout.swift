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

  /// Whether ``findDifferences(_:_:into:)`` may know how records differ from those of another layout.
  func mayKnowDifferences(from other: any RecordLayout) -> Bool

  /// Adds the columns in which two records differ as they stand, the second one of a layout that
  /// ``mayKnowDifferences(from:)`` was asked of; only the bytes around those that differ are looked at closely.
  ///
  /// - Returns: `false` if that is not known; what was added means nothing then.
  /// - Complexity: O(*n*) for records of *n* bytes.
  func findDifferences(_ first: BytesView, _ second: BytesView, into columns: inout [Int32]) -> Bool

  /// A column beyond `columns` that is derived from them, such as a path into a nested value.
  ///
  /// - Returns: an index of `columns.count` or more, the same for the same name; `nil` if the name cannot be one.
  func derivedColumn(named name: String) -> Int?

  /// Looks for the values of many such columns at once.
  func findPaths(_ names: [String])

  /// Sets the fields of the derived columns, each at its index less `columns.count`.
  func derive(from fields: [Field], into derived: inout SplitRecord)
}

extension RecordLayout {
  func split(_ record: BytesView, into split: inout SplitRecord) {
    self.split(record, into: &split, upTo: columns.count)
  }

  var isSparse: Bool { false }
  func mayKnowDifferences(from other: any RecordLayout) -> Bool { false }
  func findDifferences(_ first: BytesView, _ second: BytesView, into columns: inout [Int32]) -> Bool { false }
  func derivedColumn(named name: String) -> Int? { nil }
  func findPaths(_ names: [String]) {}
  func derive(from fields: [Field], into derived: inout SplitRecord) {}
}

package protocol RecordSpelling {
  /// What stands between two records where nothing else is known.
  var separator: [UInt8] { get }
  /// What stands before the first record, for these columns.
  func prefix(columns: [String]) throws(WriteError) -> [UInt8]
  var suffix: [UInt8] { get }
  /// The whole text where no record is left or came in, for these columns.
  func textWithoutRecords(columns: [String]) throws(WriteError) -> [UInt8]
  func append(_ values: [Field.Member], to output: inout [UInt8]) throws(WriteError)
  /// Appends a record of the table with other values and other columns, keeping every other byte that it can.
  ///
  /// `columns` are those that it is to have, or the table's and those of `values`; an absent value takes a column out.
  func append(_ record: Int, columns: SpelledColumns?, replacing values: [Field.Member], to output: inout [UInt8])
    throws(WriteError)
}

/// The columns that records are to have, made once for all of them.
package struct SpelledColumns {
  let names: [String]
  let set: Set<ColumnName>

  package init(_ names: [String]) {
    self.names = names
    set = Set(named: names)
  }
}

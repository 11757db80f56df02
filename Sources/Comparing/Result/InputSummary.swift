import Records

/// An input as findings about it name it.
package struct InputSummary: Sendable, Equatable {
  /// The path, or another name.
  package let name: String
  /// How many records it has.
  package let records: Int
  /// What lenient reading let through, a line each.
  package let notes: [String]

  /// What is to be said of a table.
  package init(_ table: RecordTable) {
    name = table.name
    records = table.count
    notes = table.warnings
  }
}

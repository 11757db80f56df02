import Records

/// An input as findings about it name it.
package struct InputSummary: Sendable, Equatable {
  package let name: String
  package let records: Int
  /// What lenient reading let through, a line each.
  package let notes: [String]

  package init(_ table: RecordTable) {
    name = table.name
    records = table.count
    notes = table.warnings
  }
}

/// A record split into fields, to be filled by one record after another.
struct SplitRecord {
  /// One field for each column.
  private(set) var fields: [Field] = []
  /// The columns that have been set, in the order of the record, perhaps with repetitions; kept of sparse tables only.
  private(set) var found: [Int32] = []

  /// What was set, in ascending order and each once.
  var foundColumns: [Int32] {
    // Records of one file tend to have their members in the order of the columns.
    if zip(found, found.dropFirst()).allSatisfy(<) { return found }
    return Set(found).sorted()
  }

  /// Gives a layout all fields to fill, those of the record before still in them.
  mutating func withFields(_ body: (inout [Field]) -> Void) { body(&fields) }

  /// Makes every field absent, and as many as there are columns.
  ///
  /// - Parameter isSparse: Whether only what the record before had set is looked at, and what is set now is kept.
  mutating func clear(columns: Int, isSparse: Bool) {
    if isSparse, fields.count == columns {
      for column in found { fields[Int(column)] = .absent }
    } else {
      fields.removeAll(keepingCapacity: true)
      fields.append(contentsOf: repeatElement(.absent, count: columns))
    }
    found.removeAll(keepingCapacity: true)
  }

  /// Sets a field of a table that is not sparse.
  @inline(__always) mutating func set(_ column: Int, _ field: Field) { fields[column] = field }

  /// Sets a field of a sparse table.
  mutating func add(_ column: Int, _ field: Field) {
    fields[column] = field
    found.append(Int32(truncatingIfNeeded: column))
  }
}

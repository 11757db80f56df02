/// A record split into fields, to be filled by one record after another.
struct SplitRecord {
  private(set) var fields: [Field] = []
  /// The columns that have been set, in the order of the record, perhaps with repetitions; kept of sparse tables only.
  private(set) var found: [Int32] = []

  /// What was set, in ascending order and each once.
  var foundColumns: [Int32] {
    // Records of one file tend to have their members in the order of the columns.
    if zip(found, found.dropFirst()).allSatisfy(<) { return found }
    return Set(found).sorted()
  }

  mutating func withFields(_ body: (inout [Field]) -> Void) { body(&fields) }

  /// Makes every field absent, and as many as there are columns; of a sparse table only what the record before had set.
  mutating func clear(columns: Int, isSparse: Bool) {
    if isSparse, fields.count == columns {
      for column in found { fields[Int(column)] = .absent }
    } else {
      fields.removeAll(keepingCapacity: true)
      fields.append(contentsOf: repeatElement(.absent, count: columns))
    }
    found.removeAll(keepingCapacity: true)
  }

  @inline(__always) mutating func set(_ column: Int, _ field: Field) { fields[column] = field }

  mutating func add(_ column: Int, _ field: Field) {
    fields[column] = field
    found.append(Int32(truncatingIfNeeded: column))
  }
}

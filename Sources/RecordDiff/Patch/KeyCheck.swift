import Records

/// Finds the columns that the recorded keys are made of, so that records which merely moved can be checked too.
///
/// A result does not name these columns, and a key may have been computed. So a column counts as a part of the key if
/// it has that part's value in more than half of the changed records; then it must have it in all of them.
struct KeyCheck {
  private var columns: [[Int]] = []

  init(_ changes: RecordedChanges, _ table: RecordTable) throws {
    var hits: [[Int]] = []
    var total = 0
    var cursor = table.makeCursor()
    try changes.forEach { change in
      guard let source = change.source, source < table.count else { return }
      total += 1
      for (part, value) in change.key.elements.enumerated() {
        if hits.count <= part { hits.append([Int](repeating: 0, count: table.columns.count)) }
        for column in table.columns.indices
        where cursor.field(source, column).isEqual(to: value) { hits[part][column] += 1 }
      }
    }
    columns = hits.map { counts in counts.indices.filter { 2 * counts[$0] > total } }
  }

  /// Whether a record has the key that was recorded, as far as that can be told.
  func fits(_ key: Field, _ record: Int, _ cursor: inout FieldCursor) -> Bool {
    for (part, value) in key.elements.enumerated() where part < columns.count {
      let candidates = columns[part]
      var isFound = candidates.isEmpty
      for column in candidates where cursor.field(record, column).isEqual(to: value) {
        isFound = true
      }
      if !isFound { return false }
    }
    return true
  }
}

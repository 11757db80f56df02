import Records

/// Finds the columns that the recorded keys are made of, so that records which merely moved or come in can be checked too.
///
/// A result does not name these columns, and a key may have been computed. So a column counts as a part of the key if
/// it has that part's value in more than half of the changed records; then it must have it in all of them.
struct KeyCheck {
  private let table: RecordTable
  /// The columns of the input and, behind them, those that the output alone has.
  private let places: [ColumnName: Int]
  private let width: Int
  private var columns: [[Int]] = []

  init(_ changes: RecordedChanges, _ table: RecordTable) throws {
    self.table = table
    let names =
      table.columns + changes.outputColumns.filter { table.ownColumnIndex(of: $0) == nil }
    places = Dictionary(placesOf: names)
    width = names.count
    var hits: [[Int]] = []
    var total = 0
    var cursor = table.makeCursor()
    try changes.forEach { change in
      guard let fields = fields(of: change, &cursor) else { return }
      total += 1
      for (part, value) in change.key.elements.enumerated() {
        if hits.count <= part { hits.append([Int](repeating: 0, count: names.count)) }
        for column in names.indices where fields[column].isEqual(to: value) {
          hits[part][column] += 1
        }
      }
    }
    columns = hits.map { counts in counts.indices.filter { 2 * counts[$0] > total } }
  }

  /// Whether a changed record has the key that was recorded, as far as that can be told.
  func fits(_ change: RecordedChanges.Change, _ cursor: inout FieldCursor) -> Bool {
    guard let fields = fields(of: change, &cursor) else { return true }
    for (part, value) in change.key.elements.enumerated() where part < columns.count {
      let candidates = columns[part]
      let isFound = candidates.isEmpty || candidates.contains { fields[$0].isEqual(to: value) }
      if !isFound { return false }
    }
    return true
  }

  /// The fields that a changed record has in the input, or in the result if it comes in.
  private func fields(of change: RecordedChanges.Change, _ cursor: inout FieldCursor) -> [Field]? {
    if change.kind == .inserted {
      var fields = [Field](repeating: .absent, count: width)
      for member in change.record.members {
        if let place = places[ColumnName(member.name)] { fields[place] = member.value }
      }
      return fields
    }
    guard let source = change.source, source < table.count else { return nil }
    let own = table.columns.indices.map { cursor.field(source, $0) }
    return own + repeatElement(.absent, count: width - own.count)
  }
}

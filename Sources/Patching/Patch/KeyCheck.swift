import Comparing
import Records

/// Finds the columns that the recorded keys are made of, so that records which merely moved or come in can be checked
/// too.
///
/// A result does not name these columns, and a key may have been computed. So a column counts as a part of the key if
/// it has that part's value in more than half of the changed records; then it must have it in all of them.
struct KeyCheck {
  private let table: RecordTable
  /// The columns of the input and, behind them, those that the output alone has.
  private let places: [ColumnName: Int]
  private var columns: [[Int]] = []
  /// Keys have few parts; where whole records are keys, the first ones have to do.
  private static let checkedParts = 64

  init(_ changes: RecordedChanges, _ table: RecordTable) throws {
    self.table = table
    let names =
      table.columns + changes.outputColumns.filter { table.ownColumnIndex(of: $0) == nil }
    places = Dictionary(placesOf: names)
    var hits: [[Int]] = []
    var total = 0
    var cursor = table.makeCursor()
    try changes.forEach { change in
      guard let fields = fields(of: change, &cursor) else { return }
      total += 1
      for (part, value) in change.key.elements.prefix(Self.checkedParts).enumerated() {
        if hits.count <= part { hits.append([Int](repeating: 0, count: names.count)) }
        for (column, field) in fields where field.isEqual(to: value) { hits[part][column] += 1 }
      }
    }
    columns = hits.map { counts in counts.indices.filter { 2 * counts[$0] > total } }
  }

  /// Whether a changed record has the key that was recorded, as far as that can be told.
  func fits(_ change: RecordedChanges.Change, _ cursor: inout FieldCursor) -> Bool {
    guard let fields = fields(of: change, &cursor) else { return true }
    return zip(change.key.elements, columns).allSatisfy { value, candidates in
      candidates.isEmpty || candidates.contains { fields[$0]?.isEqual(to: value) ?? false }
    }
  }

  /// The fields that a changed record has in the input, or in the result if it comes in, by their columns.
  private func fields(
    of change: RecordedChanges.Change, _ cursor: inout FieldCursor
  ) -> [Int: Field]? {
    var fields: [Int: Field] = [:]
    if change.kind == .inserted {
      for member in change.record.members {
        if let place = places[ColumnName(member.name)] { fields[place] = member.value }
      }
      return fields
    }
    guard let source = change.source, source < table.count else { return nil }
    cursor.forEachField(source) { fields[$0] = $1 }
    return fields
  }
}

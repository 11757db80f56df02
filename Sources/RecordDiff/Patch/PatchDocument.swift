import Records

/// A recorded result, read back.
///
/// Its values are spans of the tables that it keeps.
package final class PatchDocument: Sendable {
  /// One recorded change, its values as they were written.
  package struct Change {
    package let kind: RecordDiff.Change.Kind
    package let source: Int?
    package let target: Int?
    package let key: Field
    /// Of a deleted or inserted record: its values.
    package let record: Field
    /// Of an updated record: what differs.
    package let fields: Field
  }

  /// The name of the file that it was read from.
  package let name: String
  /// How many records the two inputs had.
  package let counts: Sides<Int>
  package let common: [String]
  package let deleted: [String]
  package let inserted: [String]
  /// Whether it has sections.
  package let isSectioned: Bool
  /// The recorded totals: deleted, inserted, updated, moved.
  package let totals: Summary
  /// What `--patchable` recorded; `nil` without it.
  package let patches: Sides<PatchScript?>
  /// How many changes are listed.
  package let count: Int

  private let table: RecordTable?
  private let records: Range<Int>
  private let places: [String: Int]

  init(
    name: String, head: PatchHead, table: RecordTable?, records: Range<Int>,
    patches: Sides<PatchScript?>
  ) throws(PatchError) {
    self.name = name
    self.table = table
    self.records = records
    self.patches = patches
    count = records.count
    counts = Sides(source: try head.records("source"), target: try head.records("target"))
    (common, deleted, inserted) = try head.columns()
    totals = try head.totals()
    isSectioned = head.isSectioned
    let columns = [
      "kind", "key", "source", "target", "moved", "record", "fields", "section", "fromSection",
    ]
    places = Dictionary(
      columns.compactMap { name in table?.columnIndex(of: name).map { (name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Calls `body` with every change in the order of the result.
  ///
  /// - Throws: `PatchError` for what is no change, and what `body` throws.
  package func forEachChange(_ body: (Change) throws -> Void) throws {
    guard let table else { return }
    var cursor = table.makeCursor()
    for record in records {
      func field(_ name: String) -> Field {
        places[name].map { cursor.field(record, $0) } ?? .absent
      }
      guard let kind = field("kind").plainText.flatMap(RecordDiff.Change.Kind.init(rawValue:))
      else {
        throw PatchError(
          .notAResult("change \(record - records.lowerBound + 1) has no kind"), input: name)
      }
      try body(
        Change(
          kind: kind, source: field("source").offset, target: field("target").offset,
          key: field("key"), record: field("record"), fields: field("fields")))
    }
  }
}

extension Field {
  /// The text, of a text.
  var plainText: String? {
    withText { String(decoding: $0, as: UTF8.self) }
  }

  /// The number, of one that counts records.
  var offset: Int? {
    guard kind == .number, let number = Int(String(decoding: bytes, as: UTF8.self)), number >= 0
    else { return nil }
    return number
  }

  /// A member of an object; absent if there is none.
  subscript(name: String) -> Field { members.last { $0.name == name }?.value ?? .absent }
}

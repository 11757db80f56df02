import Comparing
import Records

/// A recorded result, read back.
///
/// Its values are spans of the tables that it keeps.
package final class PatchDocument: Sendable {
  /// One recorded change, its values as they were written.
  package struct Change {
    package let kind: Comparing.Change.Kind
    package let source: Int?
    package let target: Int?
    package let key: Field
    /// Of a deleted or inserted record: its values.
    package let record: Field
    /// Of an updated record: what differs.
    package let fields: Field
    /// Whether the record moved, whatever else happened to it.
    package let isMoved: Bool
    /// The name of its section; absent without sections.
    package let section: Field
    /// The name of the section that it comes from; absent where that is the same.
    package let fromSection: Field
  }

  /// A way to single changes; one per thread.
  package struct Reader {
    fileprivate let document: PatchDocument
    fileprivate var cursor: FieldCursor?

    /// The change of a number below ``PatchDocument/count``, in the order of the result.
    ///
    /// - Throws: `PatchError` for what is no change.
    package mutating func change(_ number: Int) throws(PatchError) -> Change {
      let record = document.records.lowerBound + number
      func field(_ name: String) -> Field {
        document.places[name].flatMap { cursor?.field(record, $0) } ?? .absent
      }
      guard let kind = field("kind").plainText.flatMap(Comparing.Change.Kind.init(rawValue:))
      else {
        throw PatchError(.notAResult("change \(number + 1) has no kind"), input: document.name)
      }
      return Change(
        kind: kind, source: field("source").offset, target: field("target").offset,
        key: field("key"), record: field("record"), fields: field("fields"),
        isMoved: kind == .moved || field("moved").kind == .true, section: field("section"),
        fromSection: field("fromSection"))
    }
  }

  /// The name of the file that it was read from.
  package let name: String
  /// The numbers of records of the two inputs.
  package let counts: Sides<Int>
  /// The names of the two inputs.
  package let paths: Sides<String>
  package let common: [String]
  package let deleted: [String]
  package let inserted: [String]
  /// The columns whose values it does not hold.
  package let masked: [String]
  /// Whether it has sections.
  package let isSectioned: Bool
  /// The recorded totals: deleted, inserted, updated, moved.
  package let totals: Summary
  /// The exact patches that `--patchable` recorded; `nil` without it.
  package let patches: Sides<PatchScript?>
  /// The number of listed changes.
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
    paths = Sides(source: head.path("source"), target: head.path("target"))
    (common, deleted, inserted) = try head.columns()
    masked = head.masked
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
    var reader = makeReader()
    for number in 0..<count { try body(reader.change(number)) }
  }

  /// A way to single changes.
  package func makeReader() -> Reader { Reader(document: self, cursor: table?.makeCursor()) }
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
  package subscript(name: String) -> Field { members.last { $0.name == name }?.value ?? .absent }
}

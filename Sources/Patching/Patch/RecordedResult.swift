import Comparing
import Records

/// A recorded result, read back; its values are spans of the tables that it keeps.
package final class RecordedResult: Sendable {
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
    /// Whether everything that differs was accepted.
    package let isAccepted: Bool
    /// The name of its section; absent without sections.
    package let section: Field
    /// The name of the section that it comes from; absent where that is the same.
    package let fromSection: Field
    fileprivate let groups: Field

    /// The records that the groups of a change consist of; `nil` of a side whose records are no groups.
    package var groupRecords: Sides<[Int]?> {
      Sides { side in
        let group = groups[side.ruleName]
        return group.kind == .object ? group["records"].elements.compactMap(\.offset) : nil
      }
    }
  }

  /// A way to single changes; one per thread.
  package struct Reader {
    fileprivate let result: RecordedResult
    fileprivate var cursor: FieldCursor?

    /// The change of a number below ``RecordedResult/count``, in the order of the result.
    package mutating func change(_ number: Int) throws(PatchError) -> Change {
      let record = result.records.lowerBound + number
      func field(_ name: String) -> Field { result.places[name].flatMap { cursor?.field(record, $0) } ?? .absent }
      guard let kind = field("kind").plainText.flatMap(Comparing.Change.Kind.init(rawValue:)) else {
        throw PatchError(.notAResult("change \(number + 1) has no kind"), input: result.name)
      }
      return Change(
        kind: kind, source: field("source").offset, target: field("target").offset, key: field("key"),
        record: field("record"), fields: field("fields"), isMoved: kind == .moved || field("moved").kind == .true,
        isAccepted: field("accepted").kind == .true,
        section: field("section"), fromSection: field("fromSection"), groups: field("groups"))
    }
  }

  /// What explains many changes at once, as the report said it.
  package struct Finding: Sendable {
    package let kind: String
    package let text: String
    package let columns: [String]
    /// The flags that follow it, or another command.
    package let advice: [String]
  }

  package let name: String
  package let findings: [Finding]
  package let counts: Sides<Int>
  package let paths: Sides<String>
  package let common: [String]
  package let deleted: [String]
  package let inserted: [String]
  /// The columns that rules made of others on each side, which are none of a file's.
  package let derived: Sides<Set<ColumnName>>
  /// The columns whose values it does not hold.
  package let masked: [String]
  /// Whether its records are groups of those of the inputs.
  let isGrouped: Bool
  package let isSectioned: Bool
  package let totals: Summary
  /// The exact patches that `--patchable` recorded; `nil` without it.
  package let patches: Sides<PatchScript?>
  package let count: Int

  private let table: RecordTable?
  private let records: Range<Int>
  private let places: [String: Int]

  init(name: String, head: RecordedHead, table: RecordTable?, records: Range<Int>, patches: Sides<PatchScript?>)
    throws(PatchError)
  {
    self.name = name
    self.table = table
    self.records = records
    self.patches = patches
    count = records.count
    counts = Sides(source: try head.records("source"), target: try head.records("target"))
    paths = Sides(source: head.path("source"), target: head.path("target"))
    (common, deleted, inserted) = try head.columns()
    derived = head.derived
    masked = head.masked
    findings = head.findings
    isGrouped = head.isGrouped
    totals = try head.totals()
    isSectioned = head.isSectioned
    let columns = [
      "kind", "key", "source", "target", "moved", "record", "fields", "section", "fromSection", "accepted", "groups",
    ]
    places = Dictionary(
      columns.compactMap { name in table?.columnIndex(of: name).map { (name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Calls `body` with every change in the order of the result.
  package func forEachChange(_ body: (Change) throws -> Void) throws {
    var reader = makeReader()
    for number in 0..<count { try body(reader.change(number)) }
  }

  package func makeReader() -> Reader { Reader(result: self, cursor: table?.makeCursor()) }
}

extension Field {
  var plainText: String? { withText { String(decoding: $0, as: UTF8.self) } }

  /// The number, of one that counts records.
  var offset: Int? {
    guard kind == .number, let number = Int(String(decoding: bytes, as: UTF8.self)), number >= 0 else { return nil }
    return number
  }

  package subscript(name: String) -> Field { members.last { $0.name == name }?.value ?? .absent }
}

extension RecordedResult {
  package static func open(path: String) throws -> RecordedResult { try read(input(path: path, as: ReadOptions())) }
}

extension RecordedResult {
  /// Opens what may be a result, or a patch of another kind; the limit of size and the watch of `input` hold here too.
  package static func input(path: String, as input: ReadOptions) throws(RecordError) -> RecordInput {
    var options = ReadOptions()
    options.format = .json
    options.inputLimit = input.inputLimit
    options.watch = input.watch
    return try RecordInput.open(path: path, options: options)
  }

  /// Whether a text is read as a result: everything but a list, or an object that says nothing of a result.
  package static func isResult(_ input: RecordInput) -> Bool {
    guard let value = Field(json: input.text) else { return input.text.first { $0 > 0x20 } != UInt8(ascii: "[") }
    switch value.kind {
    case .array: return false
    case .object: return value["lunadiff"].kind != .absent
    default: return true
    }
  }

  package static func read(bytes: [UInt8], name: String) throws -> RecordedResult {
    var options = ReadOptions()
    options.format = .json
    return try read(RecordInput.read(bytes: bytes, name: name, options: options))
  }

  package static func read(_ input: RecordInput) throws -> RecordedResult {
    let text = Array(input.text)
    let isLines = input.formatOfContent.isLines
    guard let start = text.first(where: { $0 > 0x20 }), let end = text.last(where: { $0 > 0x20 }) else {
      throw PatchError(.notAResult("it is empty"), input: input.name)
    }
    guard start == UInt8(ascii: "{") else { throw PatchError(.notAResult("it is no JSON object"), input: input.name) }
    guard end == UInt8(ascii: "}") else {
      throw PatchError(.notAResult("it does not end with a brace: it is cut off"), input: input.name)
    }
    return try isLines ? lines(text, input.name) : object(text, input.name)
  }

  private static func lines(_ text: [UInt8], _ name: String) throws -> RecordedResult {
    let table = try self.table(text, name, .jsonl)
    let last = table.count - 1
    let isClosed = last > 0 && value(table, last, "summary").kind == .object
    guard isClosed else {
      throw PatchError(.notAResult("its last line has no \"summary\": it is cut off"), input: name)
    }
    let introduction = Field(.object, table.recordBytes(0))
    let head = try RecordedHead(introduction: introduction, summary: value(table, last, "summary"), input: name)
    return try RecordedResult(
      name: name, head: head, table: table, records: 1..<last,
      patches: PatchScript.both(in: Field(.object, table.recordBytes(last))["patch"], name))
  }

  private static func object(_ text: [UInt8], _ name: String) throws -> RecordedResult {
    // In an array of its own the document is a record, so that errors inside it have their places.
    let whole = try table([UInt8(ascii: "[")] + text + [UInt8(ascii: "]")], name, .json)
    guard whole.count == 1 else { throw PatchError(.notAResult("it is no JSON object"), input: name) }
    let head = try RecordedHead(
      introduction: Field(.object, whole.recordBytes(0)), summary: value(whole, 0, "summary"), input: name)
    let list = value(whole, 0, "changes")
    guard list.kind == .array else { throw PatchError(.notAResult("it has no member \"changes\""), input: name) }
    let changes = list.elements.isEmpty ? nil : try table(Array(list.bytes), name, .json)
    return try RecordedResult(
      name: name, head: head, table: changes, records: 0..<(changes?.count ?? 0),
      patches: PatchScript.both(in: value(whole, 0, "patch"), name))
  }

  private static func table(_ text: [UInt8], _ name: String, _ format: InputFormat) throws -> RecordTable {
    var options = ReadOptions()
    options.format = format
    return try RecordInput.read(bytes: text, name: name, options: options).table()
  }

  private static func value(_ table: RecordTable, _ record: Int, _ column: String) -> Field {
    var cursor = table.makeCursor()
    return table.columnIndex(of: column).map { cursor.field(record, $0) } ?? .absent
  }
}

struct RecordedHead {
  private let input: String
  private let introduction: Field
  private let summary: Field

  /// `introduction` has the inputs and the columns, `summary` the totals.
  init(introduction: Field, summary: Field, input: String) throws(PatchError) {
    self.input = input
    self.introduction = introduction
    self.summary = summary
    guard introduction["lunadiff"].kind != .absent else {
      throw PatchError(.notAResult("it has no member \"lunadiff\""), input: input)
    }
    guard introduction["lunadiff"].offset == 1 else {
      throw PatchError(.notAResult("its version is not 1"), input: input)
    }
  }

  var findings: [RecordedResult.Finding] {
    introduction["findings"].elements.compactMap { found in
      guard let kind = found["kind"].plainText, let text = found["text"].plainText else { return nil }
      func texts(_ member: String) -> [String] { found[member].elements.compactMap(\.plainText) }
      return RecordedResult.Finding(kind: kind, text: text, columns: texts("columns"), advice: texts("try"))
    }
  }

  var derived: Sides<Set<ColumnName>> {
    let derived = introduction["columns"]["derived"]
    return Sides { side in Set(named: derived[side == .source ? "old" : "new"].elements.compactMap(\.plainText)) }
  }

  var isGrouped: Bool { introduction["rules"]["group"].kind != .absent }

  var masked: [String] { introduction["rules"]["mask"].elements.compactMap(\.plainText) }

  func path(_ side: String) -> String { introduction[side]["path"].plainText ?? "" }

  func records(_ side: String) throws(PatchError) -> Int {
    guard let count = introduction[side]["records"].offset else { throw missing("\(side).records") }
    return min(count, Self.mostRecords)
  }

  func columns() throws(PatchError) -> (common: [String], deleted: [String], inserted: [String]) {
    let columns = introduction["columns"]
    guard columns.kind == .object else { throw missing("columns") }
    func names(_ name: String) -> [String] { columns[name].elements.compactMap(\.plainText) }
    return (names("common"), names("deleted"), names("inserted"))
  }

  func totals() throws(PatchError) -> Summary {
    guard summary.kind == .object else { throw missing("summary") }
    func count(_ name: String) -> Int { min(summary[name].offset ?? 0, Self.mostRecords) }
    var totals = Summary()
    (totals.deleted, totals.inserted) = (count("deleted"), count("inserted"))
    (totals.updated, totals.moved) = (count("updated"), count("moved"))
    totals.unchanged = count("unchanged")
    return totals
  }

  /// More than any input has: sums of such counts do not overflow, and no result with them is complete.
  private static let mostRecords = 1 << 48

  var isSectioned: Bool { summary["sections"].kind != .absent }

  private func missing(_ name: String) -> PatchError {
    PatchError(.notAResult("it has no member \"\(name)\""), input: input)
  }
}

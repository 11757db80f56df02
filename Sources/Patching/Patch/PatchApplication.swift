import Comparing
import Records

/// Applies a recorded result to a table by its values.
///
/// Everything is checked before anything is made: the number of records, every old value that the result holds, the
/// keys as far as they are columns, and that no record is mentioned twice.
package struct PatchApplication {
  private let table: RecordTable
  private let changes: RecordedChanges
  private let columns: [String]
  private let columnNames: Set<ColumnName>
  private let spelledColumns: SpelledColumns
  private let gainedColumns: Set<ColumnName>
  private let spelling: any RecordSpelling

  package static func apply(_ result: RecordedResult, to table: RecordTable, isReverse: Bool, keepsColumns: Bool)
    throws -> [UInt8]
  {
    let changes = RecordedChanges(result: result, isReverse: isReverse)
    try changes.checkCompleteness()
    do {
      let application = try PatchApplication(table, changes, keepsColumns)
      try application.check()
      return try application.output()
    } catch let error as PatchError where error.isOfOtherInput {
      let fitsTurned = fits(RecordedChanges(result: result, isReverse: !isReverse), table)
      throw fitsTurned ? error.fitting(isReverse ? .forwards : .backwards) : error
    }
  }

  private static func fits(_ changes: RecordedChanges, _ table: RecordTable) -> Bool {
    (try? PatchApplication(table, changes, true).check()) != nil
  }

  private init(_ table: RecordTable, _ changes: RecordedChanges, _ keepsColumns: Bool) throws(PatchError) {
    self.table = table
    self.changes = changes
    guard table.count == changes.counts.input else {
      throw PatchError(.recordCount(found: table.count, recorded: changes.counts.input), input: table.name)
    }
    // A list without a record does not say that its records would be plain values.
    if table.count == 0, !table.format.hasRows, RecordTable.arePlainValues(changes.outputColumns) {
      throw PatchError(.writing(.unsupportedShape), input: table.name)
    }
    do { spelling = try table.makeSpelling() } catch { throw PatchError(.writing(error), input: table.name) }
    columns = try Self.columns(table, changes, keepsColumns)
    columnNames = Set(named: columns)
    spelledColumns = SpelledColumns(columns)
    gainedColumns = Set(named: changes.gainedColumns)
  }

  private static func columns(_ table: RecordTable, _ changes: RecordedChanges, _ keepsColumns: Bool) throws(PatchError)
    -> [String]
  {
    let unknown = (changes.result.common + changes.lostColumns).filter { table.ownColumnIndex(of: $0) == nil }
    guard unknown.isEmpty || table.count == 0 else { throw PatchError(.unknownColumns(unknown), input: table.name) }
    if keepsColumns, !table.columns.isEmpty { return table.columns }
    // Where nothing stays, every value is in the result.
    guard changes.keepsRecords else { return changes.outputColumns }
    guard changes.gainedColumns.isEmpty else {
      throw PatchError(
        .columnsWithoutValues(changes.gainedColumns, isReverse: changes.isReverse), input: changes.result.name)
    }
    // The order of the old input's columns is not recorded: backwards, the new one's is kept.
    guard changes.isReverse else { return changes.result.common }
    let common = Set(named: changes.result.common)
    return table.columns.filter { common.contains($0) }
  }

  private func check() throws {
    let keys = try KeyCheck(changes, table)
    var cursor = table.makeCursor()
    try changes.forEach { change in
      guard change.kind != .inserted, let source = change.source, source < table.count else { return }
      guard keys.fits(change, &cursor) else {
        throw PatchError(.otherKey(recorded: change.shownKey), table: table, record: source)
      }
      for old in change.oldValues { try check(old, source, &cursor) }
    }
    // Last, for what is wrong here is wrong with the result, whatever the input.
    let names = Set(named: changes.outputColumns)
    try changes.forEach { change in
      guard change.kind == .inserted else { return }
      if let unknown = change.record.members.first(where: { !names.contains($0.name) }) {
        throw damaged(change, "has the member '\(unknown.name)', which is no column")
      }
      guard keys.fits(change, &cursor) else { throw damaged(change, "has another key") }
    }
  }

  private func damaged(_ change: RecordedChanges.Change, _ what: String) -> PatchError {
    PatchError(.notAResult("the record of the key \(change.shownKey) \(what)"), input: changes.result.name)
  }

  private func check(_ old: Field.Member, _ record: Int, _ cursor: inout FieldCursor) throws(PatchError) {
    let column = table.ownColumnIndex(of: old.name)
    guard column != nil || gainedColumns.contains(old.name) else {
      throw PatchError(.unknownColumns([old.name]), input: table.name)
    }
    let found = column.map { cursor.field(record, $0) } ?? .absent
    guard found.isEqual(to: old.value) else {
      throw PatchError(
        .otherValue(column: old.name, recorded: old.value.shown, found: found.shown), table: table, record: record)
    }
  }

  private func output() throws -> [UInt8] {
    let order = try OutputOrder(changes)
    var made: [[UInt8]] = []
    var updated: [Int: [UInt8]] = [:]
    do {
      try changes.forEach { change in
        var bytes: [UInt8] = []
        if change.kind == .inserted {
          try spelling.append(values(of: change.record), to: &bytes)
          made.append(bytes)
        } else if change.kind == .updated, let source = change.source {
          let values = change.newValues.filter { columnNames.contains($0.name) }
          try spelling.append(source, columns: spelledColumns, replacing: values, to: &bytes)
          updated[source] = bytes
        }
      }
      return try joined(order, made, updated)
    } catch let error as WriteError { throw PatchError(.writing(error), input: table.name) }
  }

  /// A new record's values in the order of the columns; those of JSON in their own order.
  private func values(of record: Field) -> [Field.Member] {
    let members = record.members
    guard table.format.hasRows else { return members.filter { columnNames.contains($0.name) } }
    let values = Dictionary(members.map { (ColumnName($0.name), $0.value) }) { _, last in last }
    return columns.map { Field.Member(name: $0, value: values[ColumnName($0)] ?? .absent) }
  }

  private func joined(_ order: OutputOrder, _ made: [[UInt8]], _ updated: [Int: [UInt8]]) throws(WriteError) -> [UInt8]
  {
    var joiner = try RecordJoiner(table: table, spelling: spelling, columns: columns)
    let isRewritten = Set(named: table.columns) != columnNames || joiner.reorders
    for item in order.items {
      switch item {
      case .made(let number): joiner.append(made[number])
      case .kept(let record):
        if let bytes = updated[record] {
          joiner.append(bytes, replacing: record)
        } else if isRewritten {
          var bytes: [UInt8] = []
          try spelling.append(record, columns: spelledColumns, replacing: [], to: &bytes)
          joiner.append(bytes, replacing: record)
        } else {
          joiner.append(record)
        }
      }
    }
    return try joiner.finished()
  }
}

extension RecordedChanges.Change {
  fileprivate var shownKey: String { Change.describe(key.elements.map(\.value)) }
}

extension Field {
  var shown: String? { kind == .absent ? nil : value.description }
}

struct OutputOrder {
  enum Item: Equatable {
    /// The record of the input with this number, as it is or updated.
    case kept(Int)
    /// The new record of this number among the inserted ones.
    case made(Int)
  }

  private(set) var items: [Item] = []

  init(_ changes: RecordedChanges) throws {
    let counts = changes.counts
    var places = [Item?](repeating: nil, count: counts.output)
    var isMentioned = [Bool](repeating: false, count: counts.input)
    var inserted = 0
    func damaged(_ what: String) -> PatchError { PatchError(.notAResult(what), input: changes.result.name) }
    func place(_ item: Item, _ target: Int?) throws {
      guard let target, target < places.count, places[target] == nil else {
        throw damaged("two changes or none have the same \"target\"")
      }
      places[target] = item
    }
    try changes.forEach { change in
      if change.kind == .inserted {
        try place(.made(inserted), change.target)
        inserted += 1
        return
      }
      guard let source = change.source, source < counts.input, !isMentioned[source] else {
        throw damaged("two changes or none have the same \"source\"")
      }
      isMentioned[source] = true
      if change.kind != .deleted { try place(.kept(source), change.target) }
    }
    var next = 0
    for index in places {
      if let index {
        items.append(index)
        continue
      }
      while next < counts.input, isMentioned[next] { next += 1 }
      guard next < counts.input else { throw damaged("its counts do not add up") }
      items.append(.kept(next))
      next += 1
    }
    guard isMentioned.dropFirst(next).allSatisfy({ $0 }) else { throw damaged("its counts do not add up") }
  }
}

/// Finds the columns that recorded keys are made of, so that records which merely moved or come in can be checked.
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
    let names = table.columns + changes.outputColumns.filter { table.ownColumnIndex(of: $0) == nil }
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
      candidates.isEmpty
        || candidates.contains { place in
          let field = fields[place] ?? .absent
          // Of a key whose part is not there the result says null.
          return field.isEqual(to: value) || field.kind == .absent && value.kind == .null
        }
    }
  }

  private func fields(of change: RecordedChanges.Change, _ cursor: inout FieldCursor) -> [Int: Field]? {
    var fields: [Int: Field] = [:]
    if change.kind == .inserted {
      for member in change.record.members {
        if let index = places[ColumnName(member.name)] { fields[index] = member.value }
      }
      return fields
    }
    guard let source = change.source, source < table.count else { return nil }
    cursor.forEachField(source) { fields[$0] = $1 }
    return fields
  }
}

/// The changes of a recorded result, in the direction in which they are applied.
///
/// Backwards, what was inserted is taken out, what was deleted comes back, and new values become old ones.
struct RecordedChanges {
  struct Change {
    let kind: Comparing.Change.Kind
    let source: Int?
    let target: Int?
    let key: Field
    let record: Field
    private let fields: Field
    private let isReverse: Bool
    /// Columns whose values are none of the records'.
    private let derived: Set<ColumnName>

    init(_ change: RecordedResult.Change, derived: Set<ColumnName>, isReverse: Bool) {
      switch (change.kind, isReverse) {
      case (.deleted, true): kind = .inserted
      case (.inserted, true): kind = .deleted
      default: kind = change.kind
      }
      source = isReverse ? change.target : change.source
      target = isReverse ? change.source : change.target
      key = change.key
      record = change.record
      fields = change.fields
      self.derived = derived
      self.isReverse = isReverse
    }

    /// The values that the record has in the input, as far as the result knows them.
    var oldValues: [Field.Member] { kind == .updated ? values(isReverse ? "new" : "old") : record.members }

    var newValues: [Field.Member] { values(isReverse ? "old" : "new") }

    private func values(_ side: String) -> [Field.Member] {
      fields.members.filter { !derived.contains($0.name) }.map { Field.Member(name: $0.name, value: $0.value[side]) }
    }
  }

  let result: RecordedResult
  let isReverse: Bool

  var counts: (input: Int, output: Int) {
    let counts = result.counts
    return isReverse ? (counts.target, counts.source) : (counts.source, counts.target)
  }

  var lostColumns: [String] { isReverse ? result.inserted : result.deleted }
  var gainedColumns: [String] { isReverse ? result.deleted : result.inserted }

  var outputColumns: [String] { result.common + gainedColumns }

  var keepsRecords: Bool { counts.input > (isReverse ? result.totals.inserted : result.totals.deleted) }

  func forEach(_ body: (Change) throws -> Void) throws {
    try result.forEachChange { try body(Change($0, derived: result.derived.source, isReverse: isReverse)) }
  }

  /// Refuses a result that does not hold what is needed to apply it by its values.
  func checkCompleteness() throws(PatchError) {
    let totals = result.totals
    func refuse(_ reason: PatchError.Reason) -> PatchError { PatchError(reason, input: result.name) }
    guard !result.isGrouped else { throw refuse(.groupedResult) }
    guard result.masked.isEmpty else { throw refuse(.maskedResult(result.masked)) }
    let oneSided = result.derived.source.symmetricDifference(result.derived.target)
    guard oneSided.isEmpty else { throw refuse(.madeOnOneSide(oneSided.map(\.text).sorted())) }
    if result.isSectioned { throw refuse(.sectioned) }
    // A record that is updated and moved is one change and two counts.
    let most = totals.deleted + totals.inserted + totals.updated + totals.moved
    let least = totals.deleted + totals.inserted + max(totals.updated, totals.moved)
    if result.count < least || result.count > most {
      throw refuse(.incomplete(listed: result.count, total: least))
    }
    // Unchanged records, and those that were updated, moved or both.
    let paired = totals.unchanged + result.count - totals.deleted - totals.inserted
    if result.counts != Sides(source: totals.deleted + paired, target: totals.inserted + paired) {
      throw refuse(.filtered)
    }
  }
}

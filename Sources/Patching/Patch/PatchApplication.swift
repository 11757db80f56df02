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

  /// Makes the patched text.
  ///
  /// - Parameters:
  ///   - document: The result.
  ///   - table: The input that it is applied to.
  ///   - isReverse: Whether the new input is turned back into the old one.
  ///   - keepsColumns: Whether columns that one side alone has are left as they are.
  /// - Throws: `PatchError` where the result does not fit.
  package static func apply(
    _ document: PatchDocument, to table: RecordTable, isReverse: Bool, keepsColumns: Bool
  ) throws -> [UInt8] {
    let changes = RecordedChanges(document: document, isReverse: isReverse)
    try changes.checkCompleteness()
    do {
      let application = try PatchApplication(table, changes, keepsColumns)
      try application.check()
      return try application.output()
    } catch let error as PatchError where error.isOfOtherInput {
      let fitsTurned = fits(RecordedChanges(document: document, isReverse: !isReverse), table)
      throw fitsTurned ? error.fitting(isReverse ? .forwards : .backwards) : error
    }
  }

  /// Whether everything that changes say of their input holds for a table.
  private static func fits(_ changes: RecordedChanges, _ table: RecordTable) -> Bool {
    (try? PatchApplication(table, changes, true).check()) != nil
  }

  private init(_ table: RecordTable, _ changes: RecordedChanges, _ keepsColumns: Bool)
    throws(PatchError)
  {
    self.table = table
    self.changes = changes
    guard table.count == changes.counts.input else {
      throw PatchError(
        .recordCount(found: table.count, recorded: changes.counts.input), input: table.name)
    }
    do { spelling = try table.makeSpelling() } catch {
      throw PatchError(writing: error, input: table.name)
    }
    columns = try Self.columns(table, changes, keepsColumns)
    columnNames = Set(named: columns)
    spelledColumns = SpelledColumns(columns)
    gainedColumns = Set(named: changes.gainedColumns)
  }

  /// The columns of the output.
  private static func columns(
    _ table: RecordTable, _ changes: RecordedChanges, _ keepsColumns: Bool
  ) throws(PatchError) -> [String] {
    let unknown = (changes.document.common + changes.lostColumns).filter {
      table.ownColumnIndex(of: $0) == nil
    }
    guard unknown.isEmpty || table.count == 0 else {
      throw PatchError(.unknownColumns(unknown), input: table.name)
    }
    if keepsColumns, !table.columns.isEmpty { return table.columns }
    // Where nothing stays, every value is in the result.
    guard changes.keepsRecords else { return changes.outputColumns }
    guard changes.gainedColumns.isEmpty else {
      throw PatchError(
        .columnsWithoutValues(changes.gainedColumns, isReverse: changes.isReverse),
        input: changes.document.name)
    }
    // The order of the old input's columns is not recorded: backwards, the new one's is kept.
    guard changes.isReverse else { return changes.document.common }
    let common = Set(named: changes.document.common)
    return table.columns.filter { common.contains($0) }
  }

  // MARK: Checks

  private func check() throws {
    let keys = try KeyCheck(changes, table)
    var cursor = table.makeCursor()
    try changes.forEach { change in
      guard change.kind != .inserted, let source = change.source, source < table.count else {
        return
      }
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
    PatchError(
      .notAResult("the record of the key \(change.shownKey) \(what)"),
      input: changes.document.name)
  }

  private func check(_ old: Field.Member, _ record: Int, _ cursor: inout FieldCursor)
    throws(PatchError)
  {
    let column = table.ownColumnIndex(of: old.name)
    guard column != nil || gainedColumns.contains(old.name) else {
      throw PatchError(.unknownColumns([old.name]), input: table.name)
    }
    let found = column.map { cursor.field(record, $0) } ?? .absent
    guard found.isEqual(to: old.value) else {
      throw PatchError(
        .otherValue(column: old.name, recorded: old.value.shown, found: found.shown), table: table,
        record: record)
    }
  }

  // MARK: Output

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
    } catch let error as WriteError {
      throw PatchError(writing: error, input: table.name)
    }
  }

  /// A new record's values in the order of the columns; those of JSON in their own order.
  private func values(of record: Field) -> [Field.Member] {
    let members = record.members
    guard table.format.isDelimited else { return members.filter { columnNames.contains($0.name) } }
    let values = Dictionary(members.map { (ColumnName($0.name), $0.value) }) { _, last in last }
    return columns.map { Field.Member(name: $0, value: values[ColumnName($0)] ?? .absent) }
  }

  private func joined(_ order: OutputOrder, _ made: [[UInt8]], _ updated: [Int: [UInt8]])
    throws(WriteError) -> [UInt8]
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
  /// The key in words.
  fileprivate var shownKey: String { Change.describe(key.elements.map(\.value)) }
}

extension Field {
  /// The value in words; `nil` if it is absent.
  var shown: String? { kind == .absent ? nil : value.description }
}

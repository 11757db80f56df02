import LuaRuntime
import Platform
import Comparing
import Records

/// One side's records as scripts read them: column names of the rules, values after their normalizers.
package final class RecordDataSet {
  package var reader: RecordReader { context.reader }
  package let number: Int32
  private let context: Context
  private let host: HostContext
  /// Whether scripts have seen a record, and so may still hold it.
  private var isLent = false
  private var isRegistered = true

  /// Stands for a column that only the other side has: always nil.
  private static let missingColumn = 1 << 30

  /// Columns that rules make of others, beside those of a reader without rules.
  package struct DerivedColumns {
    let numbers: [ColumnName: Int]
    let value: (_ number: Int, _ row: Int) throws -> Value

    /// - Parameter value: Makes the value of a column, given by its place among the names.
    package init(_ names: [String], value: @escaping (_ number: Int, _ row: Int) throws -> Value) {
      numbers = [ColumnName: Int](placesOf: names)
      self.value = value
    }
  }

  /// - Parameters:
  ///   - other: The other side, whose columns are known names here too.
  ///   - derived: Columns that the reader does not know.
  package init(_ reader: RecordReader, other: RecordReader?, derived: DerivedColumns? = nil, state: LuaState)
    throws(LuaError)
  {
    let context = Context(reader, other, derived)
    let names = context.columns
    self.context = context
    host = state.context
    let set = LuaDataSet(
      state: state, columns: names, context: Unmanaged.passUnretained(context).toOpaque(), owner: context,
      read: readField)
    set.resolve = { [unowned context] name in
      if let column = context.reader.columnIndex(of: name) {
        if column >= names.count { context.paths[column] = name }
        return .column(column)
      }
      if let number = context.derived?.numbers[ColumnName(name)] { return .column(RecordReader.firstDerived + number) }
      if let new = context.other?.newName(of: name) { return .unknown(ComparisonError.renamed(name, to: new)) }
      if context.other?.columnIndex(of: name) != nil { return .column(Self.missingColumn) }
      let suggestion = Suggestion.phrase(for: name, among: names)
      return .unknown("unknown column '\(name)'\(suggestion)")
    }
    set.nested = { [unowned context] (row, column) throws(LuaError) in
      guard let derived = context.derived, column >= RecordReader.firstDerived else {
        return LuaValue(context.reader.rawField(row, column).value)
      }
      return LuaValue(try hosting { try derived.value(column - RecordReader.firstDerived, row) })
    }
    set.describe = { [unowned context] row in
      let reader = context.reader
      guard row < reader.table.count else { return "a released record" }
      return reader.table.place(of: row)
    }
    number = try state.register(set)
  }

  func traceColumns() { context.trace = [] }

  /// The columns that were read since this was last asked.
  func takeColumns() -> [String] {
    guard let read = context.trace else { return [] }
    context.trace = []
    let names = reader.columns
    return read.sorted().compactMap { column in
      let column = Int(column)
      return column < names.count ? names[column] : context.paths[column]
    }
  }

  package func record(_ row: Int) -> LuaRecord {
    isLent = true
    return LuaRecord(dataSet: number, row: row)
  }

  /// The table and the row of a record that a script holds.
  package static func place(of record: LuaRecord, in state: LuaState) -> (table: RecordTable, row: Int)? {
    guard let context = state.dataSet(of: record)?.owner as? Context, !context.isReleased else { return nil }
    return (context.reader.table, record.row)
  }

  /// Writes what a record has as an object of JSON; `false`, and nothing is written, where only ``fields(of:in:)`` can.
  static func write(_ record: LuaRecord, in state: LuaState, to json: JSONEmitter) throws(LuaError) -> Bool {
    guard let context = state.dataSet(of: record)?.owner as? Context, !context.isReleased,
      record.row < context.reader.table.count, !context.reader.hasNormalizers
    else { return false }
    try json.object { () throws(LuaError) in
      for column in context.reader.foundColumns(record.row)?.map(Int.init) ?? Array(context.columns.indices) {
        try json.member(context.columns[column], context.reader.rawField(record.row, column))
      }
    }
    return true
  }

  /// What a record has in each column, as the input spells it; throws where it was released, or a normalizer fails.
  package static func fields(of record: LuaRecord, in state: LuaState) throws(LuaError) -> [(
    name: String, value: Value
  )] {
    guard let context = state.dataSet(of: record)?.owner as? Context, !context.isReleased,
      record.row < context.reader.table.count
    else { throw LuaError(releasedRecordWords) }
    let reader = context.reader
    let names = context.columns
    return try hosting {
      try (reader.foundColumns(record.row)?.map(Int.init) ?? Array(names.indices)).map { column in
        (names[column], try reader.field(record.row, column).value)
      }
    }
  }

  /// What a record is of an input of plain values, which are no objects; `nil` of any other.
  package static func plainValue(of record: LuaRecord, in state: LuaState) -> Value? {
    guard let place = place(of: record, in: state), place.table.hasPlainValues, place.row < place.table.count else {
      return nil
    }
    return place.table.value(place.row, 0)
  }

  /// Lets go of the records, of which the state would else keep hold as long as it lives; to read one then is an error.
  package func release() { release(isLent: true) }

  private func release(isLent: Bool) {
    context.release()
    guard isRegistered else { return }
    isRegistered = false
    host.state?.unregister(dataSet: number, isLent: isLent)
  }

  // Records are plain numbers to Lua, which therefore cannot tell when the last one is gone.
  deinit { if !isLent { release(isLent: false) } }

  /// What the field function is given: kept alive by the state.
  fileprivate final class Context {
    // Runs for every field of every record, so exclusive access is not checked: no other code writes here.
    @exclusivity(unchecked) private(set) var reader: RecordReader
    private(set) var other: RecordReader?
    private(set) var derived: DerivedColumns?
    private(set) var isReleased = false
    let buffer = FieldBuffer()
    private(set) var columns: [String]
    var paths: [Int: String] = [:]
    /// The columns that scripts have read; `nil` where they are not recorded.
    @exclusivity(unchecked) var trace: Set<Int32>?

    /// What takes the place of released records.
    private static let empty: RecordTable? = {
      var options = ReadOptions()
      options.format = .jsonl
      return try? RecordInput.read(bytes: [], name: "released", options: options).table()
    }()

    init(_ reader: RecordReader, _ other: RecordReader?, _ derived: DerivedColumns?) {
      self.reader = reader
      self.other = other
      self.derived = derived
      columns = reader.columns
    }

    func release() {
      guard !isReleased, let empty = Self.empty else { return }
      reader = RecordReader(table: empty, side: reader.side, plan: ComparisonPlan())
      other = nil
      derived = nil
      columns = []
      isReleased = true
    }
  }
}

/// Gives one field to Lua; called for every `record.column` of a script.
private func readField(
  _ context: UnsafeMutableRawPointer?, _ row: Int64, _ column: Int32, _ out: UnsafeMutablePointer<LuaField>?
) {
  guard let context, let out else { return }
  let set = Unmanaged<RecordDataSet.Context>.fromOpaque(context).takeUnretainedValue()
  guard column < 1 << 30, Int(row) < set.reader.table.count else {
    guard set.isReleased else {
      out.pointee.kind = LuaFieldKind.absent
      return
    }
    set.buffer.setText(releasedRecordWords)
    return lend(set.buffer.bytes, LuaFieldKind.error, out)
  }
  if set.trace != nil { set.trace?.insert(column) }
  if set.derived != nil, column >= RecordReader.firstDerived {
    out.pointee.kind = LuaFieldKind.nested
    return
  }
  let field: Field
  do { field = try set.reader.field(Int(row), Int(column)) } catch {
    lend(error, set.buffer, out)
    return
  }
  switch field.kind {
  case .absent: out.pointee.kind = LuaFieldKind.absent
  case .null: out.pointee.kind = LuaFieldKind.null
  case .true: out.pointee.kind = LuaFieldKind.true
  case .false: out.pointee.kind = LuaFieldKind.false
  case .text: lend(field.bytes, LuaFieldKind.string, out)
  case .number: lend(field.bytes, LuaFieldKind.number, out)
  case .object, .array: out.pointee.kind = LuaFieldKind.nested
  case .escapedText:
    set.buffer.load(field)
    lend(set.buffer.bytes, LuaFieldKind.string, out)
  }
}

private func lend(_ bytes: BytesView, _ kind: Int32, _ out: UnsafeMutablePointer<LuaField>) {
  out.pointee.kind = kind
  out.pointee.bytes = bytes.unsafeStart.map { UnsafeRawPointer($0) }
  out.pointee.length = bytes.count
}

private func lend(_ error: any Error, _ buffer: FieldBuffer, _ out: UnsafeMutablePointer<LuaField>) {
  buffer.setText((error as? RuleError)?.error.message ?? "\(error)")
  lend(buffer.bytes, LuaFieldKind.error, out)
}

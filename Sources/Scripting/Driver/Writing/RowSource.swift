import LuaRuntime
import Records
import Rules

/// What `luna.write` is given: records of an input, a list, or a function that gives one after another.
struct RowSource {
  /// One record: its columns in their order.
  typealias Row = [(column: String, cell: Cell)]

  enum Cell {
    /// What a script gave.
    case value(LuaValue)
    /// What an input has, as it is spelled there.
    case field(Value)
  }

  let state: LuaState
  /// Gives the next value; `nil` at the end.
  let nextValue: () throws(LuaError) -> LuaValue?
  /// The columns of all records, where they are known before the first is written.
  let columns: [String]?
  /// Whether these are an input's, so that there can be no others.
  let isInput: Bool
  /// An input whose records can be read from it; `nil` where a value is no record, or scripts have closed it.
  let table: RecordTable?

  /// - Throws: `LuaError` for what is no records.
  init(_ value: LuaValue, in state: LuaState) throws(LuaError) {
    self.state = state
    isInput = if case .object = value { true } else { false }
    table = value.dataSet.flatMap { object in
      let isOpen = object.table.count > 0 && RecordDataSet.place(of: object.record(0), in: state) != nil
      return isOpen && !object.table.hasPlainValues ? object.table : nil
    }
    switch value {
    case .object(let object as DataSetObject):
      nextValue = Self.counting(object.table.count) { .record(object.record($0)) }
      columns = object.table.columns
    case .table(let table):
      let list = try table.elements()
      guard try list.count == table.sortedPairs().count else {
        throw LuaError("luna.write: a list of records is wanted, and this table has other keys")
      }
      nextValue = Self.counting(list.count) { list[$0] }
      columns = try Self.columns(of: list, in: state)
    case .function(let function):
      nextValue = { () throws(LuaError) in
        let value = try state.call(function).first ?? .nil
        return value.isNil ? nil : value
      }
      columns = nil
    default:
      throw LuaError(
        "luna.write: records are a list of tables, a function that gives one after another, or what luna.load returns; "
          + "got \(value.typeName)")
    }
  }

  private static func counting(_ count: Int, _ value: @escaping (Int) -> LuaValue) -> () throws(LuaError) -> LuaValue? {
    var done = 0
    return {
      guard done < count else { return nil }
      defer { done += 1 }
      return value(done)
    }
  }

  func row(_ value: LuaValue) throws(LuaError) -> Row {
    switch value {
    case .table(let table):
      var row: Row = []
      for (key, value) in try table.sortedPairs() {
        guard let name = try key.columnName ?? key.spelling else {
          throw LuaError("luna.write: a column's name is text, not a \(key.typeName)")
        }
        row.append((name, .value(value)))
      }
      return row
    case .record(let record): return try RecordDataSet.fields(of: record, in: state).map { ($0.name, .field($0.value)) }
    default: throw LuaError("luna.write: a record is a table or a record, not a \(value.typeName)")
    }
  }

  /// Every column of a list in order of first appearance.
  private static func columns(of list: [LuaValue], in state: LuaState) throws(LuaError) -> [String] {
    var names: [String] = []
    var known: Set<ColumnName> = []
    for value in list {
      switch value {
      case .record(let record): names += state.columns(of: record).filter { known.insert(ColumnName($0)).inserted }
      case .table(let table):
        names += try table.sortedPairs().compactMap(\.key.spelling).filter { known.insert(ColumnName($0)).inserted }
      default: break
      }
    }
    return names
  }
}

extension LuaValue {
  fileprivate var dataSet: DataSetObject? {
    if case .object(let object as DataSetObject) = self { object } else { nil }
  }
}

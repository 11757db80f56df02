import LuaRuntime
import Comparing
import Records
import Rules

/// What `luna.load` returns: the records of one input.
final class DataSetObject: LuaObject {
  static let luaName = "records"

  let table: RecordTable
  private let records: RecordDataSet

  init(_ table: RecordTable, in state: LuaState) throws(LuaError) {
    self.table = table
    try state.noteMemory(table.footprint)
    let reader = RecordReader(table: table, side: .target, plan: ComparisonPlan())
    records = try RecordDataSet(reader, other: nil, state: state)
  }

  func record(_ row: Int) -> LuaRecord { records.record(row) }

  static func describe(_ type: inout LuaType<DataSetObject>) {
    type.property("name") { object, _ in .path(object.table.name) }
    type.property("columns") { object, _ in .list(object.table.columns.map { .string($0) }) }
    type.property("notes") { object, _ in .list(object.table.notes.filter(\.isWarning).map { .string($0.message) }) }
    type.closing { object in
      object.records.release()
      object.table.endWatch()
    }
    type.on(.length) { object, _ in .one(.integer(object.table.count)) }
    type.on(.string) { object, _ in .one(.string("\(object.table.count) records of \(object.table.name)")) }
    type.method("each") { object, _ in
      .one(iterator(count: object.table.count) { .record(object.records.record($0)) })
    }
    type.subscripting { (object, call) throws(LuaError) in
      guard let number = try call.value(2).place else {
        throw LuaError("records have numbers, from 1 to #records; columns belong to one record")
      }
      guard number >= 1, number <= object.table.count else { return .one(.nil) }
      return .one(.record(object.records.record(Int(number) - 1)))
    }
  }
}

extension LuaValue {
  /// A number that can be an index, as Lua sees it: `t[2.0]` is `t[2]`.
  var place: Int64? {
    switch self {
    case .integer(let number): number
    case .float(let number): Int64(exactly: number)
    default: nil
    }
  }
}

func iterator(count: Int, _ value: @escaping (Int, LuaState) throws(LuaError) -> LuaValue) -> LuaValue {
  var next = 0
  return .native("next") { call throws(LuaError) in
    guard next < count else { return .one(.nil) }
    defer { next += 1 }
    return .one(try value(next, call.state))
  }
}

func iterator(count: Int, _ value: @escaping (Int) -> LuaValue) -> LuaValue {
  iterator(count: count) { number, _ in value(number) }
}

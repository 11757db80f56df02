import LuaRuntime
import Comparing
import Records

/// `luna.lookup`: data beside the rules.
extension LunaLibrary {
  /// `luna.lookup(file, column, options)`.
  static func lookup(in files: LookupFiles) -> LuaValue {
    .native("lookup") { (call) throws(LuaError) in
      let given = call.isNil(3) ? nil : try call.table(3)
      let options = try ReadOptions(given, besides: ["types"])
      let types = try types(try given?.get("types") ?? .nil)
      let (name, column) = (try call.path(1), try call.string(2))
      do throws(LuaError) {
        let caller = call.caller
        let table = try hosting {
          try files.lookup(name, by: column, options, types: types, for: caller)
        }
        return .one(.object(try LookupObject(table, in: call.state)))
      } catch { throw LuaError("luna.lookup: \(error.message)", underlying: error.underlying) }
    }
  }

  private static func types(_ value: LuaValue) throws(LuaError) -> ColumnMap<KeyType> {
    var types: ColumnMap<KeyType> = [:]
    guard !value.isNil else { return types }
    guard case .table(let table) = value else {
      throw LuaError("luna.lookup: 'types' must be a table such as { rate = \"number\" }")
    }
    for (key, value) in try table.sortedPairs() {
      guard let column = key.text, let type = value.text.flatMap(KeyType.init(rawValue:)) else {
        throw LuaError(
          "luna.lookup: 'types' says \"number\" or \"text\" by column, got "
            + (value.spelling ?? value.typeName))
      }
      types[column] = type
    }
    return types
  }
}

/// What `luna.lookup` returns: `rates["EUR"].rate`.
final class LookupObject: LuaObject {
  static let luaName = "lookup"

  private let lookup: LookupTable
  private let records: RecordDataSet

  init(_ lookup: LookupTable, in state: LuaState) throws(LuaError) {
    self.lookup = lookup
    let reader = RecordReader(table: lookup.table, side: .target, plan: lookup.plan)
    records = try RecordDataSet(reader, other: nil, state: state)
  }

  static func describe(_ type: inout LuaType<LookupObject>) {
    type.subscripting { (object, call) throws(LuaError) in
      guard let key = try call.value(2).recordValue, let row = object.lookup.row(of: key) else {
        return .one(.nil)
      }
      return .one(.record(object.records.record(row)))
    }
    type.on(.length) { object, _ in .one(.integer(Int64(object.lookup.table.count))) }
    type.on(.string) { object, _ in
      .one(.string("lookup: \(object.lookup.table.count) records of \(object.lookup.table.name)"))
    }
  }
}

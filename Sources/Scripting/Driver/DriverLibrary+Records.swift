import LuaRuntime
import Records
import Rules

extension DriverLibrary {
  /// `luna.records(rows, options)`: a list of tables or records, or a function that gives one after another.
  static func records(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let state = call.state
    let given = call.isNil(2) ? nil : try call.table(2)
    for (key, _) in try given?.sortedPairs() ?? [] where !["name", "columns"].contains(key.text) {
      throw LuaError(
        "luna.records: unknown option '\(key.spelling ?? key.typeName)'; known are name, columns")
    }
    let columns = try columns(try given?.get("columns") ?? .nil)
    let name = try given?.get("name").text ?? "records"
    let next: LuaFunction
    switch try call.value(1) {
    case .function(let function): next = function
    case .table(let list): next = try iterator(over: list, in: state)
    default: throw call.expected("list of tables, or function that gives one after another", 1)
    }
    let table = try hosting {
      try RecordStream(in: state).records(from: next, columns, named: name).table()
    }
    return .one(.object(try DataSetObject(table, in: state)))
  }

  private static func columns(_ value: LuaValue) throws(LuaError) -> [String] {
    guard !value.isNil else { return [] }
    var names: [String] = []
    var items: [LuaValue] = []
    if case .table(let list) = value { items = try list.elements() }
    for item in items {
      if let name = try item.columnName { names.append(name) }
    }
    guard !names.isEmpty, names.count == items.count, names.firstRepeated == nil else {
      throw LuaError("luna.records: 'columns' must be a list of texts, each once")
    }
    return names
  }

  private static func iterator(
    over list: LuaTable, in state: LuaState
  ) throws(LuaError) -> LuaFunction {
    guard try list.elements().count == list.sortedPairs().count else {
      throw LuaError("luna.records: a list of records is wanted, and this table has other keys")
    }
    let text = "local list, at = ..., 0 return function() at = at + 1 return list[at] end"
    let made = try state.run(text, name: "luna.records", arguments: [.table(list)])
    guard case .function(let next)? = made.first else { throw .closed }
    return next
  }
}

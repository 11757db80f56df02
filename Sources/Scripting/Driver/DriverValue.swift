import LuaRuntime
import Comparing
import Records
import Requests
import Rules

/// A value of Lua's as a prompt shows it.
package indirect enum DriverValue {
  /// Words that need no care: numbers, `nil`, `function`.
  case plain(String)
  /// A text, which may hold anything.
  case text(String)
  /// A table's pairs, in order; those from 1 on without keys.
  case table([(key: String?, value: DriverValue)], isWhole: Bool)
  /// A data set.
  case records(RecordTable)
  /// One record, by its number from 0.
  case record(RecordTable, Int)
  case changes(Comparison)
  /// Some changes, by their places in the order of reports.
  case someChanges(Comparison, [Int])
}

extension LuaState {
  private static let deepest = 4
  private static let longest = 100

  func shown(_ value: LuaValue) throws(LuaError) -> DriverValue { try shown(value, depth: 0) }

  private func shown(_ value: LuaValue, depth: Int) throws(LuaError) -> DriverValue {
    switch value {
    case .string: return .text(value.text ?? "")
    // Where in memory a function is says nothing, and differs from run to run.
    case .function: return .plain("function")
    case .table(let table): return try shown(table, depth: depth)
    case .record(let record):
      guard let place = RecordDataSet.place(of: record, in: self) else { return try word(value) }
      return .record(place.table, place.row)
    case .object(let object): return try shown(object, value)
    default: return try word(value)
    }
  }

  private func shown(_ object: any LuaObject, _ value: LuaValue) throws(LuaError) -> DriverValue {
    switch object {
    case let records as DataSetObject: .records(records.table)
    case let changes as ChangesObject: .changes(changes.comparison)
    case let list as ChangeListObject: .someChanges(list.comparison, list.places)
    case let change as ChangeObject: .someChanges(change.comparison, [change.place])
    default: try word(value)
    }
  }

  private func word(_ value: LuaValue) throws(LuaError) -> DriverValue {
    .plain(String(decoding: try text(of: value), as: UTF8.self))
  }

  private func shown(_ table: LuaTable, depth: Int) throws(LuaError) -> DriverValue {
    let name = String(decoding: try text(of: .table(table)), as: UTF8.self)
    guard name.hasPrefix("table: ") else { return .text(name) }
    guard depth < Self.deepest else { return .plain("{…}") }
    let pairs = try table.sortedPairs()
    var shownPairs: [(key: String?, value: DriverValue)] = []
    for (key, value) in pairs.prefix(Self.longest) {
      shownPairs.append((try label(key, next: shownPairs.count + 1), try shown(value, depth: depth + 1)))
    }
    return .table(shownPairs, isWhole: pairs.count <= Self.longest)
  }

  /// A key as it would be written; `nil` for the next number of a list.
  private func label(_ key: LuaValue, next: Int) throws(LuaError) -> String? {
    if case .integer(let number) = key, number == next { return nil }
    guard let text = key.text else { return "[\(String(decoding: try text(of: key), as: UTF8.self))]" }
    return text.isPlainName ? text : "[\"\(text)\"]"
  }
}

/// Lua's names, such as variables have.
enum LuaName {
  static func isPart(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}

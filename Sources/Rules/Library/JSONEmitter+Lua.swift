import Comparing
import LuaRuntime
import Platform
import Records

/// Values of Lua's as JSON.
extension JSONEmitter {
  /// Writes a record as an object, some columns first and the others in order of their names; a list has one for each.
  package func record(_ record: LuaTable, columns: [String]) throws(LuaError) {
    let pairs = try record.sortedPairs()
    if case .integer? = pairs.first?.key { return try object(members(ofList: pairs, columns), depth: 0, limit: .max) }
    var values: [String: LuaValue] = [:]
    var rest: [String] = []
    let first = Set(columns)
    for (key, value) in pairs {
      guard let name = try key.columnName else {
        throw LuaError("a column's name is text, not \(key.spelling ?? "a \(key.typeName)")")
      }
      values[name] = value
      if !first.contains(name) { rest.append(name) }
    }
    let members = (columns + rest).compactMap { name in values[name].map { (Array(name.utf8), $0) } }
    try object(members, depth: 0, limit: .max)
  }

  private func members(ofList pairs: [(key: LuaValue, value: LuaValue)], _ columns: [String]) throws(LuaError) -> [(
    [UInt8], LuaValue
  )] {
    guard !columns.isEmpty else {
      throw LuaError(
        "a column's name is text, not \(pairs[0].key.spelling ?? "a number"); a record may be a list where the "
          + "columns are named beforehand")
    }
    guard pairs.count == columns.count, pairs.enumerated().allSatisfy({ $1.key.isInteger(Int64($0) + 1) }) else {
      throw LuaError(
        "a record that is a list has a value for each of the \(columns.count) columns, and nothing else; luna.null "
          + "stands for one that is missing")
    }
    return zip(columns, pairs).map { (Array($0.utf8), $1.value) }
  }

  /// Writes any value; a table with a first element is an array, and so is an empty one that is not known as an object.
  ///
  /// - Parameter limit: How long the output may become, about: tables that hold one another many times over can stand
  ///   for more text than there is memory.
  package func value(_ value: LuaValue, depth: Int = 0, limit: Int = .max) throws(LuaError) {
    switch value {
    case .nil, .null: null()
    case .boolean(let flag): self.value(flag)
    case .integer(let number): self.value(Int(number))
    case .float(let number):
      guard number.isFinite else { throw LuaError("\(number) is no number that JSON has") }
      spelled { $0.append(text: "\(number)") }
    case .string(let bytes): try self.value(utf8: bytes.wellFormed())
    case .table(let table): try self.table(table, depth: depth, limit: limit)
    default: throw LuaError("a \(value.typeName) is nothing that JSON has")
    }
  }

  private func table(_ table: LuaTable, depth: Int, limit: Int) throws(LuaError) {
    guard out.count < limit else { throw LuaError("it is more than \(limit >> 20) MiB of JSON") }
    let pairs = try table.sortedPairs()
    let isArray = try pairs.isEmpty ? !table.isObject() : pairs.contains { $0.key.text == nil }
    guard isArray else {
      let members = pairs.map { ($0.key.bytes ?? [], $0.value) }
      return try object(members, depth: depth, limit: limit)
    }
    guard pairs.enumerated().allSatisfy({ $1.key.isInteger(Int64($0) + 1) }) else {
      throw LuaError("a table is either a list or has names alone; this one mixes them")
    }
    try list(pairs) { pair throws(LuaError) in try value(pair.value, depth: depth + 1, limit: limit) }
  }

  private func object(_ members: [([UInt8], LuaValue)], depth: Int, limit: Int) throws(LuaError) {
    try object { () throws(LuaError) in
      for (name, member) in members {
        try self.member(utf8: name.wellFormed())
        do throws(LuaError) { try value(member, depth: depth + 1, limit: limit) } catch {
          throw depth > 0 ? error : LuaError("'\(String(decoding: name, as: UTF8.self))': \(error.message)")
        }
      }
    }
  }

  /// Writes an object of what an input has, numbers as they are spelled there; what is absent is left out.
  package func object(_ fields: [(name: String, value: Value)]) throws(LuaError) {
    try object { () throws(LuaError) in
      for (name, value) in fields where value != .absent {
        member(named: name)
        do throws(LuaError) { try self.value(checking: value) } catch { throw LuaError("'\(name)': \(error.message)") }
      }
    }
  }

  /// Writes a record of an input as an object of what it has there.
  package func record(_ record: Int, _ columns: [String], _ cursor: inout FieldCursor) throws(LuaError) {
    try object { () throws(LuaError) in
      if let found = cursor.foundColumns(record) {
        for column in found { try member(columns[Int(column)], cursor.field(record, Int(column))) }
      } else {
        for column in columns.indices { try member(columns[column], cursor.field(record, column)) }
      }
    }
  }

  /// Writes a member of a record, with its value on one line; nothing where it is absent.
  func member(_ name: String, _ field: Field) throws(LuaError) {
    guard field.kind != .absent else { return }
    member(named: name)
    guard field.kind.isText, field.kind != .text || !field.bytes.isASCII else { return value(field) }
    do throws(LuaError) { try value(checking: field.value) } catch { throw LuaError("'\(name)': \(error.message)") }
  }

  /// Writes a value of an input, on one line.
  package func value(checking value: Value) throws(LuaError) {
    if case .text(let text) = value { _ = try text.utf8.wellFormed() }
    self.value(value)
  }
}

extension LuaValue {
  fileprivate func isInteger(_ number: Int64) -> Bool { if case .integer(number) = self { true } else { false } }

  fileprivate var bytes: [UInt8]? { if case .string(let bytes) = self { bytes } else { nil } }

  /// The text of a column's name; `nil` for anything but text.
  ///
  /// - Throws: `LuaError` for what is not UTF-8: repaired, several such names would become one.
  package var columnName: String? {
    get throws(LuaError) {
      guard case .string(let bytes) = self else { return nil }
      guard let name = String(validating: bytes, as: UTF8.self) else {
        let shown = String(decoding: bytes, as: UTF8.self)
        throw LuaError("the name '\(shown)' is not UTF-8; \(Setting.encoding) says what an input is in")
      }
      return name
    }
  }
}

extension [UInt8] {
  /// The same text, where JSON can hold it.
  ///
  /// What LunaDiff itself hands to scripts may hold lone surrogates, and goes back as it came.
  fileprivate func wellFormed() throws(LuaError) -> [UInt8] {
    guard JSONWriter.canSpell(self) else {
      throw LuaError("text that is not UTF-8: a script has made it, or \(Setting.encoding) says what the input is in")
    }
    return self
  }
}

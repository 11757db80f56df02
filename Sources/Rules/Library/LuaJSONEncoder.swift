import LuaRuntime
import Platform
import RecordDiff
import Records

/// Spells values of Lua's as JSON.
package enum LuaJSONEncoder {
  private static let deepest = 200

  /// Appends a record as an object, some columns first and the others in order of their names.
  package static func append(
    record: LuaTable, columns: [String], to output: inout [UInt8]
  ) throws(LuaError) {
    let pairs = try record.sortedPairs()
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
    try append(
      members: (columns + rest).compactMap { name in values[name].map { (Array(name.utf8), $0) } },
      to: &output, depth: 0)
  }

  /// Appends any value; a table with a first element is an array, and so is an empty one that is not known as an object.
  ///
  /// - Parameter limit: How long the output may become, about: tables that hold one another many times over can stand
  ///   for more text than there is memory.
  package static func append(
    _ value: LuaValue, to output: inout [UInt8], depth: Int = 0, limit: Int = .max
  ) throws(LuaError) {
    switch value {
    case .nil, .null: output += Array("null".utf8)
    case .boolean(let flag): output += Array((flag ? "true" : "false").utf8)
    case .integer(let number): output += Array(String(number).utf8)
    case .float(let number):
      guard number.isFinite else { throw LuaError("\(number) is no number that JSON has") }
      output += Array("\(number)".utf8)
    case .string(let bytes): try append(text: bytes, to: &output)
    case .table(let table): try append(table, to: &output, depth: depth, limit: limit)
    default: throw LuaError("a \(value.typeName) is nothing that JSON has")
    }
  }

  private static func append(
    _ table: LuaTable, to output: inout [UInt8], depth: Int, limit: Int
  ) throws(LuaError) {
    guard output.count < limit else { throw LuaError("it is more than \(limit >> 20) MiB of JSON") }
    guard depth < deepest else { throw LuaError("tables are nested more than \(deepest) deep") }
    let pairs = try table.sortedPairs()
    let isArray = try pairs.isEmpty ? !table.isObject() : pairs.contains { $0.key.text == nil }
    guard isArray else {
      try append(
        members: pairs.map { ($0.key.bytes ?? [], $0.value) }, to: &output, depth: depth,
        limit: limit)
      return
    }
    guard pairs.enumerated().allSatisfy({ $1.key.isInteger(Int64($0) + 1) }) else {
      throw LuaError("a table is either a list or has names alone; this one mixes them")
    }
    output.append(UInt8(ascii: "["))
    for (number, pair) in pairs.enumerated() {
      if number > 0 { output.append(UInt8(ascii: ",")) }
      try append(pair.value, to: &output, depth: depth + 1, limit: limit)
    }
    output.append(UInt8(ascii: "]"))
  }

  package static func append(
    members: [([UInt8], LuaValue)], to output: inout [UInt8], depth: Int, limit: Int = .max
  ) throws(LuaError) {
    output.append(UInt8(ascii: "{"))
    for (number, member) in members.enumerated() {
      if number > 0 { output.append(UInt8(ascii: ",")) }
      try append(text: member.0, to: &output)
      output.append(UInt8(ascii: ":"))
      do throws(LuaError) {
        try append(member.1, to: &output, depth: depth + 1, limit: limit)
      } catch {
        throw depth > 0
          ? error : LuaError("'\(String(decoding: member.0, as: UTF8.self))': \(error.message)")
      }
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Appends an object of what an input has, numbers as they are spelled there; what is absent is left out.
  package static func append(
    fields: [(name: String, value: Value)], to output: inout [UInt8]
  ) throws(LuaError) {
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    for (name, value) in fields where value != .absent {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONWriter.appendString(name.utf8, to: &output)
      output.append(UInt8(ascii: ":"))
      do throws(LuaError) { try append(value, to: &output) } catch {
        throw LuaError("'\(name)': \(error.message)")
      }
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Appends a value of an input, on one line.
  package static func append(_ value: Value, to output: inout [UInt8]) throws(LuaError) {
    switch value {
    case .text(let text): try append(text: text.utf8, to: &output)
    case .object(let json), .array(let json): append(compact: json.utf8, to: &output)
    case .absent, .null, .boolean, .number: JSONWriter.append(value, to: &output)
    }
  }

  /// Appends a JSON text without the white space between its tokens.
  private static func append(compact json: [UInt8], to output: inout [UInt8]) {
    var isText = false
    var isEscaped = false
    for byte in json where isText || byte > UInt8(ascii: " ") {
      output.append(byte)
      if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
  }

  private static func append(text: [UInt8], to output: inout [UInt8]) throws(LuaError) {
    // What LunaDiff itself hands to scripts may hold lone surrogates, and goes back as it came.
    guard text.isWellFormed else {
      throw LuaError("text that is not UTF-8; \(Setting.encoding) says what an input is in")
    }
    JSONWriter.appendString(text, to: &output)
  }
}

extension LuaValue {
  /// Whether it is this integer.
  fileprivate func isInteger(_ number: Int64) -> Bool {
    if case .integer(number) = self { true } else { false }
  }

  /// A string's bytes.
  fileprivate var bytes: [UInt8]? {
    if case .string(let bytes) = self { bytes } else { nil }
  }

  /// The text of a column's name; `nil` for anything but text.
  ///
  /// - Throws: `LuaError` for what is not UTF-8: repaired, several such names would become one.
  package var columnName: String? {
    get throws(LuaError) {
      guard case .string(let bytes) = self else { return nil }
      guard let name = String(validating: bytes, as: UTF8.self) else {
        let shown = String(decoding: bytes, as: UTF8.self)
        throw LuaError(
          "the name '\(shown)' is not UTF-8; \(Setting.encoding) says what an input is in")
      }
      return name
    }
  }
}

extension [UInt8] {
  /// Whether JSON can hold this text: UTF-8, lone surrogates included.
  fileprivate var isWellFormed: Bool {
    var spelled: [UInt8] = []
    guard String(validating: self, as: UTF8.self) == nil else { return true }
    JSONWriter.appendString(self, to: &spelled)
    var back: [UInt8] = []
    spelled.withUnsafeBytes { spelled in
      if let text = Field(json: spelled)?.withText({ Array($0) }) { back = text }
    }
    return back == self
  }
}

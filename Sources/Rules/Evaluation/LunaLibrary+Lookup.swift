import Comparing
import LuaRuntime
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
        let table = try hosting { try files.lookup(name, by: column, options, types: types, for: caller) }
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
          "luna.lookup: 'types' says \"number\" or \"text\" by column, got " + (value.spelling ?? value.typeName))
      }
      types[column] = type
    }
    return types
  }
}

/// What `luna.lookup` returns: `rates["EUR"].rate`.
final class LookupObject: LuaObject, LookupHolder {
  static let luaName = "lookup"

  let lookup: LookupTable
  private let records: RecordDataSet

  init(_ lookup: LookupTable, in state: LuaState) throws(LuaError) {
    self.lookup = lookup
    let reader = RecordReader(table: lookup.table, side: .target, plan: lookup.plan)
    records = try RecordDataSet(reader, other: nil, state: state)
  }

  static func describe(_ type: inout LuaType<LookupObject>) {
    type.subscripting { (object, call) throws(LuaError) in
      guard let key = try call.value(2).recordValue, let row = object.lookup.row(of: key) else { return .one(.nil) }
      return .one(.record(object.records.record(row)))
    }
    type.on(.length) { object, _ in .one(.integer(object.lookup.table.count)) }
    type.on(.string) { object, _ in
      .one(.string("lookup: \(object.lookup.table.count) records of \(object.lookup.table.name)"))
    }
  }
}

/// `luna.json`, `luna.csv` and `luna.sql`: values as text that others read.
extension LunaLibrary {
  static var encoders: [(String, LuaValue)] {
    [
      ("json", functions([("encode", .json, encodeJSON), ("object", nil, object)])),
      ("csv", functions([("row", nil, row)])),
      ("sql", functions([("literal", .sqlLiteral, literal), ("name", .sqlName, name)])),
    ]
  }

  private static func functions(_ list: [(name: String, shortcut: LuaBuiltin?, body: LuaBody)]) -> LuaValue {
    .fields(list.map { ($0.name, .native(LuaNative($0.name, shortcut: $0.shortcut, $0.body))) })
  }

  private static let longest = 64 << 20

  // MARK: JSON

  /// `luna.json.encode(value)`: a value or a record.
  private static func encodeJSON(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    .one(.string(try json(of: try call.value(1), in: call.state)))
  }

  private static func json(of value: LuaValue, in state: LuaState) throws(LuaError) -> [UInt8] {
    try JSONEmitter.bytes { json throws(LuaError) in
      guard case .record(let record) = value else { return try json.value(value, limit: longest) }
      if let plain = RecordDataSet.plainValue(of: record, in: state) { return json.value(plain) }
      try json.record(record, in: state)
    }
  }

  /// `luna.json.object(table)`: the table, known as an object even where it is empty.
  private static func object(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let table = call.isNil(1) ? try call.state.makeTable() : try call.table(1)
    try table.markAsObject()
    return .one(.table(table))
  }

  // MARK: CSV

  /// `luna.csv.row(cells)`: a row without its end; `luna.null` is an empty cell, and the empty text one in quotes.
  private static func row(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    var text: [UInt8] = []
    for (number, value) in try call.table(1).elements().enumerated() {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      if case .null = value { continue }
      let cell = try plainText(of: value, "luna.csv.row", in: call.state)
      let needsQuotes = cell.isEmpty || cell.contains { ",\"\r\n".utf8.contains($0) }
      text += needsQuotes ? cell.quoted(by: UInt8(ascii: "\"")) : cell
    }
    return .one(.string(text))
  }

  // MARK: SQL

  /// `luna.sql.literal(value)`: as standard SQL has it.
  private static func literal(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let value = try call.value(1)
    switch value {
    case .nil, .null: return .one("NULL")
    case .boolean(let flag): return .one(flag ? "TRUE" : "FALSE")
    case .integer(let number): return .one(.string(String(number)))
    case .float(let number) where number.isFinite: return .one(.string("\(number)"))
    default:
      let bytes = try plainText(of: value, "luna.sql.literal", in: call.state)
      return .one(.string(try quoted(bytes, UInt8(ascii: "'"), "luna.sql.literal")))
    }
  }

  /// `luna.sql.name(name, …)`: a name in quotes; of several, as of a schema and a table, with dots between them.
  private static func name(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    var names: [[UInt8]] = [try call.bytes(1)]
    for index in 1..<max(1, call.count) { names.append(try call.bytes(index + 1)) }
    var text: [UInt8] = []
    for (number, name) in names.enumerated() {
      if number > 0 { text.append(UInt8(ascii: ".")) }
      text += try quoted(name, UInt8(ascii: "\""), "luna.sql.name")
    }
    return .one(.string(text))
  }

  private static func quoted(_ bytes: [UInt8], _ quote: UInt8, _ function: String) throws(LuaError) -> [UInt8] {
    guard !bytes.contains(0) else { throw LuaError("\(function): SQL has no NUL bytes in a text") }
    return bytes.quoted(by: quote)
  }

  /// A value as it stands in a cell: a table as JSON.
  private static func plainText(of value: LuaValue, _ function: String, in state: LuaState) throws(LuaError) -> [UInt8]
  {
    if case .string(let bytes) = value { return bytes }
    if case .table = value { return try json(of: value, in: state) }
    guard let spelling = value.spelling else { throw LuaError("\(function): a \(value.typeName) is no value") }
    return Array(spelling.utf8)
  }
}

extension JSONEmitter {
  func record(_ record: LuaRecord, in state: LuaState) throws(LuaError) {
    guard try !RecordDataSet.write(record, in: state, to: self) else { return }
    try object(RecordDataSet.fields(of: record, in: state))
  }
}

extension [UInt8] {
  /// The bytes between quotes, with those quotes among them doubled.
  package func quoted(by quote: UInt8) -> [UInt8] {
    var text = [quote]
    for byte in self {
      if byte == quote { text.append(quote) }
      text.append(byte)
    }
    return text + [quote]
  }
}

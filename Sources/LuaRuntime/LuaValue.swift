import CLuaBridge

/// A value of Lua's.
///
/// Tables, functions and the like are references that keep it alive.
package enum LuaValue {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  case float(Double)
  /// Bytes; Lua does not say in which encoding.
  case string([UInt8])
  case table(LuaTable)
  case function(LuaFunction)
  case object(any LuaObject)
  case record(LuaRecord)
  /// `luna.null`: a null that a table can hold.
  case null
  /// A thread, or a userdata of a library's.
  case other(LuaReference)

  // Towards Lua only: each makes something fresh.

  /// A fresh sequence.
  case list([LuaValue])
  /// A fresh table with these keys, in this order of insertion.
  case map([(LuaValue, LuaValue)])
  /// The same, known to be an object even where it is empty: see ``LuaTable/isObject()``.
  case members([(LuaValue, LuaValue)])
  /// A JSON number as it is spelled: an integer or float where that is exact, else the one text that stands for all its
  /// spellings.
  case number([UInt8])
  /// A fresh Lua function that runs in the host.
  case native(LuaNative)
  /// A function of the bridge's own.
  case builtin(LuaBuiltin)

  package static func string(_ text: String) -> LuaValue { .string(Array(text.utf8)) }

  package static func integer(_ value: Int) -> LuaValue { .integer(Int64(value)) }

  package static func path(_ text: String) -> LuaValue { .string(text.pathBytes) }

  /// A fresh table with these fields.
  package static func fields(_ fields: [(String, LuaValue)]) -> LuaValue { .map(fields.map { (.string($0.0), $0.1) }) }

  /// Lua's name of the type.
  package var typeName: String {
    switch self {
    case .nil: "nil"
    case .boolean: "boolean"
    case .integer, .float, .number: "number"
    case .string: "string"
    case .table, .list, .map, .members: "table"
    case .function, .native, .builtin: "function"
    case .object(let object): type(of: object).luaName
    case .record: "record"
    case .null: "null"
    case .other: "userdata"
    }
  }

  /// The text of a string, invalid UTF-8 repaired; nil for every other type.
  package var text: String? {
    guard case .string(let bytes) = self else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A string as a path; nil for every other type.
  package var path: String? {
    guard case .string(let bytes) = self else { return nil }
    return String(path: bytes)
  }

  /// Whether an `if` takes it for true.
  package var isTruthy: Bool {
    switch self {
    case .nil, .boolean(false): false
    default: true
    }
  }

  package var isNil: Bool { if case .nil = self { true } else { false } }
}

extension LuaValue: ExpressibleByStringLiteral { package init(stringLiteral value: String) { self = .string(value) } }

extension LuaValue: ExpressibleByIntegerLiteral { package init(integerLiteral value: Int64) { self = .integer(value) } }

extension LuaValue: ExpressibleByBooleanLiteral { package init(booleanLiteral value: Bool) { self = .boolean(value) } }

/// A record of a data set: 64 bits, cheap to copy, equal where set and row are.
@usableFromInline package struct LuaRecord: Hashable, Sendable {
  /// The tagged bits as Lua holds them.
  @usableFromInline package let bits: UInt64

  @inlinable package init(bits: UInt64) { self.bits = bits }

  /// The record of `row` in the data set that `register(_:)` gave this number.
  @inlinable package init(dataSet: Int32, row: Int) { bits = lb_record(dataSet, Int64(row)) }

  /// The data set's number.
  @inlinable package var dataSet: Int32 { lb_record_source(bits) }

  /// The row in it, counted from 0.
  @inlinable package var row: Int { Int(lb_record_row(bits)) }
}

import LuaRuntime
import Comparing
import Platform
import Records

extension LuaValue {
  /// A record's value as a script sees it: nothing for null and absent, a table for nested JSON.
  ///
  /// - Parameter keepsNull: Whether null is `luna.null` and not nil, as inside tables.
  package init(_ value: Value, keepsNull: Bool = false) {
    switch value {
    case .absent: self = .nil
    case .null: self = keepsNull ? .null : .nil
    case .boolean(let value): self = .boolean(value)
    case .number(let number): self = .number(number.utf8)
    case .text(let text): self = .string(text.utf8)
    case .array(let json): self = .list(json.elements.map { LuaValue($0, keepsNull: true) })
    case .object(let json):
      self = .members(json.members.map { (.string($0.name.utf8), LuaValue($0.value, keepsNull: true)) })
    }
  }

  /// The value that this stands for in a record; `nil` for what no record can hold.
  package var recordValue: Value? {
    switch self {
    case .nil, .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .number(NumberText(utf8: Array(String(value).utf8)))
    case .float(let value): value.isFinite ? .number(NumberText(value)) : nil
    case .string(let bytes): .text(Text(utf8: bytes))
    case .number(let spelling): .number(NumberText(utf8: spelling))
    default: nil
    }
  }
}

extension NumberText {
  /// The shortest spelling of a double that is not infinite.
  init(_ value: Double) {
    // JSON needs a digit behind the point, which Swift's spelling has, and lower-case exponents, which it has too.
    self.init(utf8: Array("\(value)".utf8))
  }
}

/// Why a script's value is none that a record can hold.
enum LuaValueError: Error {
  /// It is of a kind that no record has.
  case kind(String)
  /// It is a number or a table, but none that JSON has.
  case content(String)

  /// What is said of a function that returned it.
  var asReturned: LuaError {
    switch self {
    case .kind(let kind): LuaError(returned: kind, "a value is text, a number, a boolean, a table or nil")
    case .content(let words): LuaError("returned \(words)")
    }
  }

  func asArgument(_ number: Int) -> LuaError {
    switch self {
    case .kind(let kind): .expected("value of a record", got: kind, argument: number)
    case .content(let words): LuaError(argument: number, words)
    }
  }
}

extension FieldBuffer {
  /// Nested JSON of a script's is longer than what a state may hold in tables only if these hold one another.
  package static let longestNested = 64 << 20

  /// Takes a script's value for the original one; a table becomes nested JSON.
  func set(_ value: LuaValue) throws(LuaValueError) {
    try take(value)
    begin()
  }

  private func take(_ value: LuaValue) throws(LuaValueError) {
    switch value {
    case .nil, .null: set(.null, BytesView())
    case .boolean(let value): set(value ? .true : .false, BytesView())
    case .string(let bytes): bytes.withBytes { set(.text, $0) }
    case .integer, .float:
      guard case .number(let number)? = value.recordValue else {
        throw .content("a number that no record holds: NaN or infinite")
      }
      number.utf8.withBytes { set(.number, $0) }
    case .table: try set(nested: value)
    default: throw .kind(value.typeName)
    }
  }

  private func set(nested table: LuaValue) throws(LuaValueError) {
    let json: [UInt8]
    do throws(LuaError) {
      json = try JSONEmitter.bytes { json throws(LuaError) in try json.value(table, limit: Self.longestNested) }
    } catch { throw .content("a table that no record holds: \(error.message)") }
    let kind: Field.Kind = json.first == UInt8(ascii: "[") ? .array : .object
    json.withBytes { set(kind, $0) }
  }

  var isNested: Bool { kind == .object || kind == .array }
}

import LuaRuntime
import RecordDiff
import Records

extension LuaValue {
  /// A record's value as a script sees it: nothing for null and absent, a table for nested JSON.
  ///
  /// - Parameter keepsNull: Whether null is `luna.null` and not nil, as inside tables.
  init(_ value: Value, keepsNull: Bool = false) {
    switch value {
    case .absent: self = .nil
    case .null: self = keepsNull ? .null : .nil
    case .boolean(let value): self = .boolean(value)
    case .number(let number): self = LuaValue(number: number)
    case .text(let text): self = .string(text.utf8)
    case .array(let json): self = .list(json.elements.map { LuaValue($0, keepsNull: true) })
    case .object(let json):
      self = .map(json.members.map { (.string($0.name.utf8), LuaValue($0.value, keepsNull: true)) })
    }
  }

  /// An integer or float where that is exact, else the number's spelling.
  private init(number: NumberText) {
    if let integer = Int64(number.string) {
      self = .integer(integer)
    } else if let double = Double(number.string), NumberText(double) == number {
      self = .float(double)
    } else {
      self = .string(number.utf8)
    }
  }

  /// The value that this stands for in a record; `nil` for what no record can hold.
  var recordValue: Value? {
    switch self {
    case .nil, .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .number(NumberText(utf8: Array(String(value).utf8)))
    case .float(let value): value.isFinite ? .number(NumberText(value)) : nil
    case .string(let bytes): .text(Text(utf8: bytes))
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

extension FieldBuffer {
  /// Takes a script's value; `false` if it is none that a field can hold.
  func set(_ value: LuaValue) -> Bool {
    switch value {
    case .nil, .null: set(.null, UnsafeRawBufferPointer(start: nil, count: 0))
    case .boolean(let value):
      set(value ? .true : .false, UnsafeRawBufferPointer(start: nil, count: 0))
    case .string(let bytes): bytes.withUnsafeBytes { set(.text, $0) }
    case .integer, .float:
      guard case .number(let number)? = value.recordValue else { return false }
      number.utf8.withUnsafeBytes { set(.number, $0) }
    default: return false
    }
    return true
  }
}

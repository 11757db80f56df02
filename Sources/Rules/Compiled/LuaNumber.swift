import LuaRuntime
import Platform

/// Arithmetic, comparisons and spellings as Lua 5.4 has them; `nil` wherever that is not certain.
enum LuaNumber {
  // MARK: Arithmetic

  static func compute(_ operation: CompiledFunction.Arithmetic, _ left: CompiledValue, _ right: CompiledValue)
    -> CompiledValue?
  {
    if operation.rawValue >= CompiledFunction.Arithmetic.bitAnd.rawValue {
      // Lua takes a text for its bits only beside an integer.
      guard left.isNumber, right.isNumber, let x = left.whole, let y = right.whole else { return nil }
      return CompiledValue(bits(operation, x, y))
    }
    guard let left = number(left), let right = number(right) else { return nil }
    if left.kind == .integer, right.kind == .integer, operation != .divide, operation != .power {
      return integer(operation, left.integer, right.integer)
    }
    let (x, y) = (double(left), double(right))
    let result =
      switch operation {
      case .add: x + y
      case .subtract: x - y
      case .multiply: x * y
      case .divide: x / y
      case .floorDivide: (x / y).rounded(.down)
      case .modulo: modulo(x, y)
      case .power: y == 2 ? x * x : pow(x, y)
      case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight, .shiftInto: Double.nan
      }
    // The sign of what is no number depends on the compiler, and Lua spells it.
    return result.isNaN ? nil : CompiledValue(result)
  }

  private static func integer(_ operation: CompiledFunction.Arithmetic, _ x: Int64, _ y: Int64) -> CompiledValue? {
    switch operation {
    case .add: return CompiledValue(x &+ y)
    case .subtract: return CompiledValue(x &- y)
    case .multiply: return CompiledValue(x &* y)
    case .floorDivide, .modulo:
      guard y != 0 else { return nil }
      // The one quotient that has no room.
      if y == -1 { return CompiledValue(operation == .modulo ? 0 : 0 &- x) }
      let (quotient, rest) = x.quotientAndRemainder(dividingBy: y)
      let isBelow = rest != 0 && (rest ^ y) < 0
      return CompiledValue(operation == .modulo ? (isBelow ? rest + y : rest) : (isBelow ? quotient - 1 : quotient))
    default: return nil
    }
  }

  private static func bits(_ operation: CompiledFunction.Arithmetic, _ x: Int64, _ y: Int64) -> Int64 {
    switch operation {
    case .bitAnd: x & y
    case .bitOr: x | y
    case .shiftLeft: shifted(x, by: y)
    case .shiftRight: shifted(x, by: y == .min ? .max : -y)
    case .shiftInto: shifted(y, by: x)
    default: x ^ y
    }
  }

  /// To the left, or below 0 to the right, with zeros behind.
  private static func shifted(_ number: Int64, by count: Int64) -> Int64 {
    let bits = UInt64(bitPattern: number)
    return Int64(bitPattern: count < 0 ? bits >> UInt64(count.magnitude) : bits << UInt64(count))
  }

  private static func modulo(_ x: Double, _ y: Double) -> Double {
    let rest = fmod(x, y)
    return (rest > 0 ? y < 0 : rest < 0 && y > 0) ? rest + y : rest
  }

  static func negated(_ value: CompiledValue) -> CompiledValue? {
    guard let value = number(value) else { return nil }
    return value.kind == .integer ? CompiledValue(0 &- value.integer) : CompiledValue(-value.float)
  }

  /// A number, or the one that a text spells.
  @inline(__always) static func number(_ value: CompiledValue) -> CompiledValue? {
    switch value.kind {
    case .integer, .float: value
    case .text: if case .number(let number) = reading(value.text) { number } else { nil }
    default: nil
    }
  }

  @inline(__always) static func double(_ number: CompiledValue) -> Double {
    number.kind == .integer ? Double(number.integer) : number.float
  }

  // MARK: Comparisons

  /// Whether a relation holds of two values.
  static func compare(_ left: CompiledValue, _ relation: CompiledFunction.Relation, _ right: CompiledValue) -> Bool? {
    if relation == .equal {
      // What is made of one value of Lua's at two places is still one.
      guard left.kind != .object || right.kind != .object, left.kind != .nested || right.kind != .nested else {
        return nil
      }
      return left.isEqual(to: right)
    }
    if left.kind == .text, right.kind == .text { return texts(left.text, relation, right.text) }
    guard left.isNumber, right.isNumber else { return nil }
    if left.kind == .integer, right.kind == .integer { return holds(relation, left.integer, right.integer) }
    guard isExact(left), isExact(right) else { return nil }
    return holds(relation, double(left), double(right))
  }

  /// Whether a number is no integer that a double rounds.
  private static func isExact(_ number: CompiledValue) -> Bool {
    number.kind == .float || number.integer.magnitude <= 1 << 53
  }

  private static func holds<Number: Comparable>(_ relation: CompiledFunction.Relation, _ x: Number, _ y: Number) -> Bool
  {
    switch relation {
    case .equal: x == y
    case .less: x < y
    case .lessOrEqual: x <= y
    case .greater: x > y
    case .greaterOrEqual: x >= y
    }
  }

  private static func texts(_ x: BytesView, _ relation: CompiledFunction.Relation, _ y: BytesView) -> Bool {
    switch relation {
    case .equal: x.isSame(as: y)
    case .less: x.precedes(y)
    case .lessOrEqual: !y.precedes(x)
    case .greater: y.precedes(x)
    case .greaterOrEqual: !x.precedes(y)
    }
  }

  // MARK: Texts that are numbers

  enum Reading {
    case number(CompiledValue)
    case noNumber
    /// Only Lua knows.
    case unknown
  }

  /// The number that a text spells, as `tonumber` takes it.
  static func reading(_ text: BytesView) -> Reading {
    var (start, end) = (0, text.count)
    while start < end, isSpace(text[start]) { start += 1 }
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    guard start < end else { return .noNumber }
    let digits = text[part: start..<end]
    if let number = decimal(digits) { return .number(number) }
    let sign = [43, 45].contains(digits[0]) ? 1 : 0
    if digits.count > sign + 1, digits[sign] == 48, digits[sign + 1] | 0x20 == UInt8(ascii: "x") { return .unknown }
    let isSpelledAsNumber = digits.allSatisfy { byte in
      byte &- 48 < 10 || [43, 45, 46, 69, 101].contains(byte)
    }
    guard isSpelledAsNumber else { return .noNumber }
    return long(digits)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte &- 9 < 5 }

  /// What is spelled with up to 18 digits, of which a double of up to 15 with a point is exact; `nil` for the rest.
  private static func decimal(_ text: BytesView) -> CompiledValue? {
    var place = 0
    let isNegative = text[0] == UInt8(ascii: "-")
    if isNegative || text[0] == UInt8(ascii: "+") { place = 1 }
    var (value, digits, decimals): (Int64, Int, Int) = (0, 0, -1)
    while place < text.count {
      let byte = text[place]
      if byte &- 48 < 10 {
        digits += 1
        guard digits <= 18 else { return nil }
        value = value * 10 + Int64(byte &- 48)
        if decimals >= 0 { decimals += 1 }
      } else if byte == UInt8(ascii: "."), decimals < 0 {
        decimals = 0
      } else {
        return nil
      }
      place += 1
    }
    guard digits > 0 else { return nil }
    guard decimals >= 0 else { return CompiledValue(isNegative ? -value : value) }
    guard value < 1 << 53, decimals <= 22 else { return nil }
    let number = Double(value) / powers[decimals]
    return CompiledValue(isNegative ? -number : number)
  }

  /// The powers of ten that a double holds exactly.
  private static let powers: [Double] = (0...22).map { pow(10, Double($0)) }

  /// What C reads of a text of digits, signs, points and exponents.
  private static func long(_ text: BytesView) -> Reading {
    guard text.count < 64, text.contains(where: { $0 &- 48 < 10 }) else {
      return text.count < 64 ? .noNumber : .unknown
    }
    return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { memory in
      memory.copyMemory(from: text.unsafeBuffer)
      memory[text.count] = 0
      guard let start = memory.baseAddress?.assumingMemoryBound(to: CChar.self) else { return .unknown }
      var end: UnsafeMutablePointer<CChar>?
      let number = strtod(start, &end)
      guard let end, end - start == text.count else { return .noNumber }
      let isInteger = !text.contains { [46, 69, 101].contains($0) }
      let integer = isInteger ? Int64(String(decoding: text, as: UTF8.self)) : nil
      return .number(integer.map { CompiledValue($0) } ?? CompiledValue(number))
    }
  }

  // MARK: Numbers of JSON

  /// A number of JSON as Lua holds it where that is exact.
  static func value(spelled text: BytesView) -> CompiledValue? {
    guard text.count > 0, let value = decimal(text), text[0] != UInt8(ascii: "+") else { return nil }
    // A zero with a sign is a float to Lua.
    if value.kind == .integer { return value.integer == 0 && text.count > 1 ? nil : value }
    return text.count <= 16 ? value : nil
  }

  // MARK: Spellings

  /// A number as `..` and `tostring` have it; `nil` for what each machine spells in its own way.
  static func spelling(_ number: CompiledValue, in arena: TextArena) -> CompiledValue? {
    guard let room = arena.room(40) else { return nil }
    if number.kind == .integer { return CompiledValue(arena.keep(spell(number.integer, into: room))) }
    let value = number.float
    guard value.isFinite else { return nil }
    var count = CSpelling.float(value, into: room)
    let isWhole = room[..<count].allSatisfy { $0 == UInt8(ascii: "-") || $0 &- 48 < 10 }
    if isWhole {
      room[count] = UInt8(ascii: ".")
      room[count + 1] = UInt8(ascii: "0")
      count += 2
    }
    return CompiledValue(arena.keep(count))
  }

  /// Writes an integer, and says how many bytes that were.
  static func spell(_ number: Int64, into bytes: UnsafeMutableRawBufferPointer) -> Int {
    var magnitude = number.magnitude
    var count = number < 0 ? 1 : 0
    repeat {
      count += 1
      magnitude /= 10
    } while magnitude > 0
    magnitude = number.magnitude
    for place in stride(from: count - 1, through: number < 0 ? 1 : 0, by: -1) {
      bytes[place] = UInt8(48 + magnitude % 10)
      magnitude /= 10
    }
    if number < 0 { bytes[0] = UInt8(ascii: "-") }
    return count
  }
}

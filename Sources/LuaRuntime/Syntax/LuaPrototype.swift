/// A function's code as Lua 5.4 keeps it: instructions, constants, and the functions that are written in it.
///
/// Read from what `lua_dump` writes. A text of Lua's always becomes the same code, whatever its layout.
package struct LuaPrototype: Sendable {
  package enum Constant: Sendable, Equatable {
    case `nil`
    case boolean(Bool)
    case integer(Int64)
    case float(Double)
    case string([UInt8])

    package var text: [UInt8]? { if case .string(let bytes) = self { bytes } else { nil } }
  }

  /// Where a function finds a variable of the function around it.
  package struct Upvalue: Sendable, Equatable {
    /// Whether it is a local of the function right around this one, by its register; else one of its upvalues.
    package let isLocal: Bool
    package let index: Int
    package fileprivate(set) var name: String?
  }

  /// The chunk that it was written in, as `lua_getinfo` names it; `nil`: that of the function around it.
  package let source: String?
  /// The line where it begins; 0 for a whole chunk.
  package let firstLine: Int
  package let parameterCount: Int
  package let isVariadic: Bool
  package let registerCount: Int
  package let code: [LuaInstruction]
  package let constants: [Constant]
  package private(set) var upvalues: [Upvalue]
  package let functions: [LuaPrototype]
  package let lines: [Int]

  /// The chunk's name as messages have it; empty where it is that of the function around.
  package var chunkName: String {
    guard let source, let mark = source.first, mark == "@" || mark == "=" else { return source?.chunkName ?? "" }
    return String(source.dropFirst()).chunkName
  }

  /// This function, and all that are written in it.
  private var all: [LuaPrototype] { [self] + functions.flatMap(\.all) }

  /// The lines that have code, those of functions inside included.
  package var codeLines: Set<Int> {
    // The first instruction of a function with `...` is not in a line of the script.
    all.reduce(into: []) { $0.formUnion($1.lines.dropFirst($1.isVariadic ? 1 : 0)) }
  }

  /// The lines where the functions inside begin, in order.
  package var functionLines: [Int] { Set(all.dropFirst().map(\.firstLine)).sorted() }

  /// Reads the code of a function.
  ///
  /// - Returns: `nil` for what no Lua 5.4 of this kind of machine wrote.
  init?(dump bytes: [UInt8]) {
    var reader = DumpReader(bytes)
    guard reader.skipHeader() else { return nil }
    self.init(&reader)
    guard !reader.hasFailed, all.allSatisfy({ $0.lines.count == $0.code.count }) else { return nil }
  }

  private init(_ reader: inout DumpReader) {
    source = reader.text().map { String(decoding: $0, as: UTF8.self) }
    firstLine = reader.number()
    _ = reader.number()
    parameterCount = Int(reader.byte())
    isVariadic = reader.byte() != 0
    registerCount = Int(reader.byte())
    code = reader.list { LuaInstruction(bits: $0.word()) }
    constants = reader.list { $0.constant() }
    upvalues = reader.list { reader in
      let (isLocal, index) = (reader.byte() != 0, Int(reader.byte()))
      _ = reader.byte()
      return Upvalue(isLocal: isLocal, index: index, name: nil)
    }
    reader.depth += 1
    functions = reader.list { LuaPrototype(&$0) }
    reader.depth -= 1
    let steps = reader.list { Int(Int8(bitPattern: $0.byte())) }
    lines = Self.lines(from: firstLine, steps, reader.list { ($0.number(), $0.number()) })
    _ = reader.list { (reader: inout DumpReader) in
      _ = reader.text()
      _ = (reader.number(), reader.number())
    }
    for (place, name) in reader.list({ $0.text() }).enumerated() where place < upvalues.count {
      upvalues[place].name = name.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Lines are kept as distances, and where these are too large as numbers beside them.
  private static func lines(from first: Int, _ steps: [Int], _ anchors: [(place: Int, line: Int)]) -> [Int] {
    var line = first
    var anchors = anchors[...]
    return steps.map { step in
      if step == Int(Int8.min), let anchor = anchors.popFirst() { line = anchor.line } else { line += step }
      return line
    }
  }
}

/// One instruction: an operation of Lua 5.4's and its operands.
package struct LuaInstruction: Sendable, Equatable {
  let bits: UInt32

  package var operation: LuaOperation? { LuaOperation(rawValue: UInt8(bits & 0x7F)) }
  package var a: Int { Int(bits >> 7 & 0xFF) }
  package var k: Bool { bits >> 15 & 1 == 1 }
  package var b: Int { Int(bits >> 16 & 0xFF) }
  package var c: Int { Int(bits >> 24) }
  package var signedB: Int { b - 127 }
  package var signedC: Int { c - 127 }
  package var bx: Int { Int(bits >> 15) }
  package var signedBx: Int { bx - 0xFFFF }
  package var jump: Int { Int(bits >> 7) - 0xFF_FFFF }
}

/// The operations of Lua 5.4, by their numbers.
package enum LuaOperation: UInt8, Sendable {
  case move, loadInteger, loadFloat, loadConstant, loadLongConstant, loadFalse, loadFalseAndSkip, loadTrue, loadNil
  case getUpvalue, setUpvalue, getGlobal, getTable, getIndex, getField, setGlobal, setTable, setIndex, setField
  case newTable, method
  case addImmediate
  case addConstant, subtractConstant, multiplyConstant, moduloConstant, powerConstant, divideConstant
  case floorDivideConstant, andConstant, orConstant, xorConstant, shiftRightImmediate, shiftLeftImmediate
  case add, subtract, multiply, modulo, power, divide, floorDivide, bitAnd, bitOr, bitXor, shiftLeft, shiftRight
  case metaBinary, metaBinaryImmediate, metaBinaryConstant
  case negate, bitNot, not, length, concatenate, close, toBeClosed, jump
  case equal, less, lessOrEqual, equalConstant, equalImmediate, lessImmediate, lessOrEqualImmediate
  case greaterImmediate, greaterOrEqualImmediate, test, testSet, call, tailCall, `return`, returnNothing, returnOne
  case forLoop, forPrepare, genericForPrepare, genericForCall, genericForLoop, setList, closure, variadic
  case prepareVariadic, extraArgument
}

/// Reads the bytes of a dump; behind their end there are zeros.
private struct DumpReader {
  private var rest: ArraySlice<UInt8>
  private(set) var hasFailed = false
  /// How many functions the one that is read stands in.
  var depth = 0 { didSet { if depth > 250 { fail() } } }

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  private mutating func fail() {
    hasFailed = true
    rest = []
  }

  /// Whether the code is Lua 5.4's, with integers and floats of 64 bits in this machine's order.
  mutating func skipHeader() -> Bool {
    let start: [UInt8] = [0x1B] + Array("Lua".utf8) + [0x54, 0, 0x19, 0x93, 0x0D, 0x0A, 0x1A, 0x0A]
    guard take(start.count).elementsEqual(start), take(3).elementsEqual([4, 8, 8]) else { return false }
    // Two sample numbers, and how many upvalues the function has.
    let samples = integer() == 0x5678 && Double(bitPattern: UInt64(bitPattern: integer())) == 370.5
    _ = byte()
    return samples
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    guard count <= rest.count else {
      fail()
      return []
    }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func byte() -> UInt8 { take(1).first ?? 0 }

  mutating func word() -> UInt32 { take(4).reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  mutating func integer() -> Int64 { Int64(bitPattern: take(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }

  /// Seven bits a byte, the highest first; the last byte is marked.
  mutating func number() -> Int {
    var number = 0
    while number < 1 << 40, !hasFailed {
      let byte = byte()
      number = number << 7 | Int(byte & 0x7F)
      if byte & 0x80 != 0 { return number }
    }
    fail()
    return 0
  }

  /// A list of things that have one byte each at least.
  mutating func list<Element>(_ element: (inout DumpReader) -> Element) -> [Element] {
    let count = number()
    guard count <= rest.count else {
      fail()
      return []
    }
    return (0..<count).map { _ in element(&self) }
  }

  mutating func text() -> [UInt8]? {
    let count = number() - 1
    return count < 0 ? nil : Array(take(count))
  }

  mutating func constant() -> LuaPrototype.Constant {
    switch byte() {
    case 0x01: .boolean(false)
    case 0x11: .boolean(true)
    case 0x03: .integer(integer())
    case 0x13: .float(Double(bitPattern: UInt64(bitPattern: integer())))
    case 0x04, 0x14: .string(text() ?? [])
    default: .nil
    }
  }
}

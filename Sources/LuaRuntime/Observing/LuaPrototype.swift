/// A function as Lua 5.4 compiled it, read from what `lua_dump` writes.
struct LuaPrototype {
  /// The line where it begins; 0 for a chunk.
  private(set) var firstLine = 0
  private(set) var isVariadic = false
  /// Its instructions, and the line of each.
  private(set) var code: [Instruction] = []
  private(set) var lines: [Int] = []
  /// The functions that are written in it.
  private(set) var inner: [LuaPrototype] = []
  /// The texts among its constants, and the names of what it has from outside.
  private var constants: [String?] = []
  private var upvalues: [String?] = []

  /// It, and all functions that are written in it.
  var all: [LuaPrototype] { [self] + inner.flatMap(\.all) }

  /// What may come after the instruction at a place; from a call of the global `error` nothing comes back.
  func ways(at place: Int) -> [Instruction.Way] {
    raises(at: place) ? [.end] : code[place].ways(at: place)
  }

  private func raises(at place: Int) -> Bool {
    guard code[place].isCall,
      let called = code[..<place].last(where: {
        $0.loadsFunction && $0.register == code[place].register
      }),
      let (upvalue, constant) = called.loadedMember, upvalues.indices.contains(upvalue),
      constants.indices.contains(constant)
    else { return false }
    return upvalues[upvalue] == "_ENV" && constants[constant] == "error"
  }

  /// Reads a chunk's function.
  ///
  /// - Returns: `nil` for what no Lua 5.4 of this kind of machine wrote.
  init?(dump: [UInt8]) {
    // What a dump begins with says which Lua wrote it, and how it lays out numbers.
    let start: [UInt8] = [0x1B] + Array("Lua".utf8) + [0x54, 0, 0x19, 0x93, 0x0D, 0x0A, 0x1A, 0x0A]
    let sizes: [UInt8] = [4, 8, 8]
    guard dump.starts(with: start + sizes) else { return nil }
    // Two sample numbers, and how many upvalues the function has.
    var reader = DumpReader(dump[(start.count + sizes.count + 17)...])
    guard let function = LuaPrototype(&reader) else { return nil }
    self = function
  }

  private init?(_ reader: inout DumpReader) {
    reader.skipText()
    firstLine = reader.number()
    _ = reader.number()
    reader.skip(1)
    isVariadic = reader.byte() != 0
    reader.skip(1)
    code = reader.list { Instruction(bits: $0.word()) }
    constants = reader.list { $0.constant() }
    reader.skip(3 * reader.count(of: 3))
    let depth = reader.depth
    reader.depth += 1
    inner = reader.list { LuaPrototype(&$0) }.compactMap(\.self)
    reader.depth = depth
    let steps = reader.list { Int(Int8(bitPattern: $0.byte())) }
    let anchors = reader.list { ($0.number(), $0.number()) }
    _ = reader.list { ($0.skipText(), $0.number(), $0.number()) }
    upvalues = reader.list { $0.text() }
    guard !reader.hasFailed, steps.count == code.count else { return nil }
    lines = Self.lines(from: firstLine, steps, anchors)
  }

  /// Lines are kept as distances, and where these are too large as numbers beside them.
  private static func lines(
    from first: Int, _ steps: [Int], _ anchors: [(place: Int, line: Int)]
  ) -> [Int] {
    var line = first
    var anchors = anchors[...]
    return steps.map { step in
      if step == Int(Int8.min), let anchor = anchors.popFirst() {
        line = anchor.line
      } else {
        line += step
      }
      return line
    }
  }
}

/// Reads the bytes of a dump; behind their end there are zeros.
private struct DumpReader {
  private var rest: ArraySlice<UInt8>
  private(set) var hasFailed = false
  /// How many functions the one that is read stands in.
  var depth = 0 {
    didSet { if depth > 250 { fail() } }
  }

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  private mutating func fail() {
    hasFailed = true
    rest = []
  }

  mutating func skip(_ count: Int) {
    if count > rest.count { fail() } else { rest.removeFirst(count) }
  }

  mutating func byte() -> UInt8 {
    guard let byte = rest.popFirst() else {
      fail()
      return 0
    }
    return byte
  }

  mutating func word() -> UInt32 {
    (0..<4).reduce(UInt32(0)) { word, place in word | UInt32(byte()) << (8 * place) }
  }

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

  /// How many things follow that have so many bytes each.
  mutating func count(of size: Int) -> Int {
    let count = number()
    guard count <= rest.count / size else {
      fail()
      return 0
    }
    return count
  }

  mutating func list<Element>(_ element: (inout DumpReader) -> Element) -> [Element] {
    (0..<count(of: 1)).map { _ in element(&self) }
  }

  mutating func skipText() { _ = text() }

  mutating func text() -> String? {
    let count = number() - 1
    let bytes = rest.prefix(max(0, count))
    skip(max(0, count))
    return count < 0 ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// A constant, if it is a text.
  mutating func constant() -> String? {
    switch byte() {
    case 0x03, 0x13: skip(8)
    case 0x04, 0x14: return text()
    default: break
    }
    return nil
  }
}

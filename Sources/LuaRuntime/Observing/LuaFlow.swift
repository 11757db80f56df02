/// The lines of a chunk that can run, and the ways from one to the next, whether they were gone or not.
package struct LuaFlow: Sendable {
  /// Where a line may lead to.
  package enum Way: Hashable, Sendable, Comparable {
    /// Another line, or the same once more.
    case line(Int)
    /// Out of the function, by its end or by an error that is raised there.
    case end
  }

  package private(set) var lines: Set<Int> = []
  /// The lines where a function begins, without the chunk itself.
  package private(set) var functions: [Int] = []
  /// For each line with a choice the ways that it may lead, if there are several.
  package private(set) var branches: [Int: Set<Way>] = [:]

  /// Reads the code of a chunk; nothing where another Lua compiled it.
  package init(_ chunk: LuaCoverage.Chunk) {
    guard let main = LuaPrototype(dump: chunk.code) else { return }
    for function in main.all { add(function) }
    functions = Set(main.all.dropFirst().map(\.firstLine)).sorted()
    branches = branches.filter { $0.value.count > 1 }
  }

  private mutating func add(_ function: LuaPrototype) {
    // What a function with `...` begins with is no line of the script.
    let first = function.isVariadic ? 1 : 0
    lines.formUnion(function.lines.dropFirst(first))
    for place in function.code.indices.dropFirst(first) {
      let ways = function.ways(at: place)
      guard ways.count > 1 else { continue }
      let line = function.lines[place]
      for way in ways { branches[line, default: []].formUnion(Self.ends(of: way, line, function)) }
    }
  }

  /// Where a way leads, past the instructions that stand in the same line.
  private static func ends(of way: Instruction.Way, _ line: Int, _ function: LuaPrototype) -> Set<Way> {
    var ends: Set<Way> = []
    var known: Set<Int> = []
    var open = [way]
    while let way = open.popLast() {
      guard case .instruction(let place) = way, function.code.indices.contains(place) else {
        ends.insert(.end)
        continue
      }
      if function.lines[place] != line {
        ends.insert(.line(function.lines[place]))
      } else if known.insert(place).inserted {
        open += function.ways(at: place)
      }
    }
    return ends
  }
}

/// A function as Lua 5.4 compiled it, read from what `lua_dump` writes.
struct LuaPrototype {
  /// The line where it begins; 0 for a chunk.
  private(set) var firstLine = 0
  private(set) var isVariadic = false
  private(set) var code: [Instruction] = []
  private(set) var lines: [Int] = []
  /// The functions that are written in it.
  private(set) var inner: [LuaPrototype] = []
  /// The texts among its constants, and the names of what it has from outside.
  private var constants: [String?] = []
  private var upvalues: [String?] = []

  var all: [LuaPrototype] { [self] + inner.flatMap(\.all) }

  /// What may come after the instruction at a place; from a call of the global `error` nothing comes back.
  func ways(at place: Int) -> [Instruction.Way] { raises(at: place) ? [.end] : code[place].ways(at: place) }

  private func raises(at place: Int) -> Bool {
    guard code[place].isCall,
      let called = code[..<place].last(where: { $0.loadsFunction && $0.register == code[place].register }),
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
  private static func lines(from first: Int, _ steps: [Int], _ anchors: [(place: Int, line: Int)]) -> [Int] {
    var line = first
    var anchors = anchors[...]
    return steps.map { step in
      if step == Int(Int8.min), let anchor = anchors.popFirst() { line = anchor.line } else { line += step }
      return line
    }
  }
}

/// Reads the bytes of a dump; behind their end there are zeros.
private struct DumpReader {
  private var rest: ArraySlice<UInt8>
  private(set) var hasFailed = false
  /// How many functions the one that is read stands in.
  var depth = 0 { didSet { if depth > 250 { fail() } } }

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  private mutating func fail() {
    hasFailed = true
    rest = []
  }

  mutating func skip(_ count: Int) { if count > rest.count { fail() } else { rest.removeFirst(count) } }

  mutating func byte() -> UInt8 {
    guard let byte = rest.popFirst() else {
      fail()
      return 0
    }
    return byte
  }

  mutating func word() -> UInt32 { (0..<4).reduce(UInt32(0)) { word, place in word | UInt32(byte()) << (8 * place) } }

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

  mutating func constant() -> String? {
    switch byte() {
    case 0x03, 0x13: skip(8)
    case 0x04, 0x14: return text()
    default: break
    }
    return nil
  }
}

/// An instruction of Lua 5.4's virtual machine, as far as the way through a function depends on it.
struct Instruction {
  let bits: UInt32

  /// Those of Lua's operations that matter here, by the numbers that Lua 5.4 gives them.
  private enum Operation: UInt32 {
    case move, loadFalseSkip = 6, getUpvalue = 9, getUpvalueMember = 11, getMember, getElement, getField, method = 20
    case jump = 56, equal, less, lessOrEqual, equalConstant, equalInteger, lessInteger, lessOrEqualInteger
    case greaterInteger, greaterOrEqualInteger, test, testSet, call, tailCall, `return`, returnNothing, returnOne
    case forLoop, forPrepare, eachPrepare, eachCall, eachLoop, closure = 79
  }

  private var operation: Operation? { Operation(rawValue: bits & 0x7F) }
  /// The operand of loops: how far they jump.
  private var loop: Int { Int(bits >> 15) }
  /// The operand of a jump, in excess of what stands for no distance.
  private var jump: Int { Int(bits >> 7) - (1 << 24 - 1) }

  /// The register that it loads, or calls the function of.
  var register: UInt32 { bits >> 7 & 0xFF }
  var isCall: Bool { operation == .call }
  /// Whether it puts into its register what may be called.
  var loadsFunction: Bool {
    switch operation {
    case .move, .getUpvalue, .getUpvalueMember, .getMember, .getElement, .getField, .method, .call, .closure: true
    default: false
    }
  }
  /// Of one that loads a member of an upvalue by its name, as it does a global: the numbers of the upvalue and of the
  /// constant.
  var loadedMember: (upvalue: Int, constant: Int)? {
    operation == .getUpvalueMember ? (Int(bits >> 16 & 0xFF), Int(bits >> 24)) : nil
  }

  enum Way: Hashable {
    /// Another instruction of the function.
    case instruction(Int)
    /// The function's end.
    case end
  }

  /// What may come after the instruction at a place; of a choice there are two.
  func ways(at place: Int) -> [Way] {
    let next = place + 1
    switch operation {
    case .loadFalseSkip: return [.instruction(next + 1)]
    case .jump: return [.instruction(next + jump)]
    case .equal, .less, .lessOrEqual, .equalConstant, .equalInteger, .lessInteger, .lessOrEqualInteger, .greaterInteger,
      .greaterOrEqualInteger, .test, .testSet:
      return [.instruction(next), .instruction(next + 1)]
    case .tailCall, .return, .returnNothing, .returnOne: return [.end]
    case .forLoop, .eachLoop: return [.instruction(next), .instruction(next - loop)]
    case .forPrepare: return [.instruction(next), .instruction(next + loop + 1)]
    case .eachPrepare: return [.instruction(next + loop)]
    default: return [.instruction(next)]
    }
  }
}

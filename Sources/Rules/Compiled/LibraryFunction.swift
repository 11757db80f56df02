import LuaRuntime
import Platform

/// A function of Lua's libraries that compiled functions may call; ``CompiledMachine`` knows what each does.
enum LibraryFunction: UInt8, CaseIterable {
  case tonumber, tostring, type, assert, error
  case ipairs, concat
  case byte, char, find, format, gsub, len, lower, match, rep, reverse, sub, upper
  case abs, ceil, cos, exp, floor, fmod, log, max, min, sin, sqrt, tan, tointeger, mathType

  /// Where scripts find it: the library, and its name there.
  fileprivate var path: (library: String?, name: String) {
    switch self {
    case .tonumber, .tostring, .type, .assert, .error, .ipairs: (nil, "\(self)")
    case .concat: ("table", "concat")
    case .byte, .char, .find, .format, .gsub, .len, .lower, .match, .rep, .reverse, .sub, .upper: ("string", "\(self)")
    case .mathType: ("math", "type")
    default: ("math", "\(self)")
    }
  }

  /// Whether it is known only where its argument stands in the call itself, and the compiler sees it.
  var isCalledInPlace: Bool { self == .ipairs || self == .concat }
}

/// Where a state has Lua's libraries.
struct LuaLibraryNames {
  private var functions: [Int64: LibraryFunction] = [:]
  private var libraries: Set<Int64> = []

  private static let tables = ["string", "math", "utf8", "table", "os", "coroutine", "luna"]
  /// The names of globals that compiled functions know.
  static let globals = Set(tables + LibraryFunction.allCases.map(\.path).filter { $0.library == nil }.map(\.name))

  init(_ state: LuaState) throws(LuaError) {
    var tables: [String: LuaTable] = [:]
    for name in Self.tables {
      // A script may write those of Lua's tables that are not frozen.
      guard case .table(let table) = try state.global(name) else { continue }
      let address = try state.address(of: .table(table))
      guard state.profile == .rules || address.isFrozen else { continue }
      tables[name] = table
      libraries.insert(address.number)
    }
    for (_, value) in try tables["luna"]?.sortedPairs() ?? [] {
      if case .table = value { libraries.insert(try state.address(of: value).number) }
    }
    for function in LibraryFunction.allCases {
      let (library, name) = function.path
      let value: LuaValue
      if let library { value = try tables[library]?.get(name) ?? .nil } else { value = try state.global(name) }
      if case .function = value { functions[try state.address(of: value).number] = function }
    }
  }

  func function(at address: Int64) -> LibraryFunction? { functions[address] }

  /// Whether a table is one of Lua's libraries, or a part of `luna`: nobody writes these.
  func isLibrary(at address: Int64) -> Bool { libraries.contains(address) }

  /// The function that `text:name()` calls.
  func method(_ name: String) -> LibraryFunction? {
    LibraryFunction.allCases.first { $0.path.library == "string" && $0.path.name == name }
  }
}

/// What functions of Lua's libraries do, as Lua's manual has them.
extension CompiledMachine {
  typealias Arguments = UnsafeMutableBufferPointer<CompiledValue>

  /// Calls a function; `out` is right before its arguments, so that results are written when nothing is read any more.
  ///
  /// - Returns: How many results there are; `nil` where Lua has to be asked, above all for what is wrong.
  func call(_ function: LibraryFunction, _ given: Arguments, into out: UnsafeMutablePointer<CompiledValue>) -> Int? {
    switch function {
    case .error, .ipairs, .concat: return nil
    case .assert:
      guard let first = given.first, first.isTruthy else { return nil }
      for place in 0..<given.count { out[place] = given[place] }
      return given.count
    case .find, .match: return search(given, places: function == .find, into: out)
    case .byte: return bytes(given, into: out)
    case .gsub: return substitute(given, into: out)
    default:
      guard let result = result(of: function, given) else { return nil }
      out.pointee = result
      return 1
    }
  }

  private func result(of function: LibraryFunction, _ given: Arguments) -> CompiledValue? {
    switch function {
    case .tonumber, .tostring, .type: conversion(function, given)
    case .char, .format, .len, .lower, .rep, .reverse, .sub, .upper: text(function, given)
    default: mathematics(function, given)
    }
  }

  // MARK: Conversions

  private func conversion(_ function: LibraryFunction, _ given: Arguments) -> CompiledValue? {
    guard let value = given.first else { return nil }
    switch function {
    case .tonumber:
      guard given.count == 1 else { return whole(value, base: given[1]) }
      if value.isNumber { return value }
      guard value.kind == .text else { return .nil }
      switch LuaNumber.reading(value.text) {
      case .number(let number): return number
      case .noNumber: return .nil
      case .unknown: return nil
      }
    case .tostring: return spelled(value)
    default: return typeNames[value.kind].map { CompiledValue(BytesView($0)) }
    }
  }

  /// What `tonumber` makes of a text in a base.
  private func whole(_ value: CompiledValue, base: CompiledValue) -> CompiledValue? {
    guard value.kind == .text, base.kind == .integer, (2...36).contains(base.integer) else { return nil }
    var digits = Array(value.text)[...]
    // White space is left to Lua.
    guard !digits.contains(where: { $0 == 0x20 || (9...13).contains($0) }) else { return nil }
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    guard !digits.isEmpty else { return .nil }
    var number: Int64 = 0
    for byte in digits {
      let digit = byte &- 48 < 10 ? byte &- 48 : (byte | 0x20) &- 97 < 26 ? (byte | 0x20) &- 87 : .max
      guard Int64(digit) < base.integer else { return .nil }
      number = number &* base.integer &+ Int64(digit)
    }
    return CompiledValue(isNegative ? 0 &- number : number)
  }

  func spelled(_ value: CompiledValue) -> CompiledValue? {
    switch value.kind {
    case .text: value
    case .integer, .float: LuaNumber.spelling(value, in: arena)
    case .nil: CompiledValue(BytesView("nil"))
    case .true: CompiledValue(BytesView("true"))
    case .false: CompiledValue(BytesView("false"))
    default: nil
    }
  }

  // MARK: Texts

  /// An argument as text; `nil` where Lua has an error.
  func text(_ given: Arguments, _ place: Int) -> BytesView? {
    guard place < given.count else { return nil }
    if given[place].kind == .text { return given[place].text }
    guard given[place].isNumber else { return nil }
    return LuaNumber.spelling(given[place], in: arena)?.text
  }

  /// An argument as an integer, or what stands for one that is missing; `nil` where Lua may have an error.
  func integer(_ given: Arguments, _ place: Int, else missing: Int64? = nil) -> Int64? {
    guard place < given.count, given[place].kind != .nil else { return missing }
    switch given[place].kind {
    case .integer: return given[place].integer
    case .float: return given[place].wholeFloat
    default: return nil
    }
  }

  private func text(_ function: LibraryFunction, _ given: Arguments) -> CompiledValue? {
    if function == .char { return characters(given) }
    if function == .format { return formatted(given) }
    guard let text = text(given, 0) else { return nil }
    switch function {
    case .len: return CompiledValue(Int64(text.count))
    case .lower: return mapped(text) { $0 &- 65 < 26 ? $0 | 0x20 : $0 }
    case .upper: return mapped(text) { $0 &- 97 < 26 ? $0 & 0xDF : $0 }
    case .reverse:
      guard let room = arena.room(text.count) else { return nil }
      for place in 0..<text.count { room[place] = text[text.count - 1 - place] }
      return CompiledValue(arena.keep(text.count))
    case .sub:
      guard let from = integer(given, 1), let to = integer(given, 2, else: -1) else { return nil }
      return CompiledValue(text[part: Self.range(from, to, of: text.count)])
    default: return repeated(text, given)
    }
  }

  @inline(__always) private func mapped(_ text: BytesView, _ map: (UInt8) -> UInt8) -> CompiledValue? {
    guard let room = arena.room(text.count) else { return nil }
    for place in 0..<text.count { room[place] = map(text[place]) }
    return CompiledValue(arena.keep(text.count))
  }

  /// The part of a text from one position to another, which count from 1, or below 0 from the end.
  static func range(_ from: Int64, _ to: Int64, of count: Int) -> Range<Int> {
    let length = Int64(count)
    let first = from > 0 ? from : from == 0 ? 1 : max(length &+ from &+ 1, 1)
    let last = to > length ? length : to >= 0 ? to : max(length &+ to &+ 1, 0)
    return first > last ? 0..<0 : Int(first - 1)..<Int(last)
  }

  private func repeated(_ text: BytesView, _ given: Arguments) -> CompiledValue? {
    guard let count = integer(given, 1) else { return nil }
    var separator = BytesView()
    if given.count > 2, given[2].kind != .nil {
      guard let found = self.text(given, 2) else { return nil }
      separator = found
    }
    guard count > 0 else { return CompiledValue(BytesView("")) }
    guard count < 1 << 20 else { return nil }
    let size = Int(count) * text.count + Int(count - 1) * separator.count
    guard size <= 1 << 20, let room = arena.room(size) else { return nil }
    var end = 0
    for number in 0..<Int(count) {
      if number > 0 {
        separator.copy(to: room, at: end)
        end += separator.count
      }
      text.copy(to: room, at: end)
      end += text.count
    }
    return CompiledValue(arena.keep(size))
  }

  private func characters(_ given: Arguments) -> CompiledValue? {
    guard let room = arena.room(given.count) else { return nil }
    for place in 0..<given.count {
      guard let code = integer(given, place), code >= 0, code < 256 else { return nil }
      room[place] = UInt8(code)
    }
    return CompiledValue(arena.keep(given.count))
  }

  /// `string.byte`, of no more bytes than fit where a function has room.
  private func bytes(_ given: Arguments, into out: UnsafeMutablePointer<CompiledValue>) -> Int? {
    guard let text = text(given, 0), let from = integer(given, 1, else: 1), let to = integer(given, 2, else: from)
    else {
      return nil
    }
    // A position before the text's first byte is not the first one here.
    guard from >= -Int64(text.count), from != 0 || given.count < 2 else { return nil }
    let range = Self.range(from, to, of: text.count)
    guard range.count <= 8 else { return nil }
    for (place, offset) in range.enumerated() { out[place] = CompiledValue(Int64(text[offset])) }
    return range.count
  }

  // MARK: Mathematics

  private func mathematics(_ function: LibraryFunction, _ given: Arguments) -> CompiledValue? {
    guard let first = given.first else { return nil }
    switch function {
    case .mathType:
      return first.kind == .integer
        ? CompiledValue(BytesView("integer"))
        : first.kind == .float
          ? CompiledValue(BytesView("float")) : .nil
    case .tointeger:
      if first.kind == .integer { return first }
      if first.kind == .float { return first.wholeFloat.map { CompiledValue($0) } ?? .nil }
      return first.kind == .text ? nil : .nil
    case .max, .min: return extreme(function, given)
    case .fmod:
      guard given.count > 1, let x = LuaNumber.number(first), let y = LuaNumber.number(given[1]) else { return nil }
      guard first.kind == .float || given[1].kind == .float else { return nil }
      return CompiledValue(fmod(LuaNumber.double(x), LuaNumber.double(y)))
    default: break
    }
    if first.kind == .integer {
      if function == .abs { return CompiledValue(first.integer < 0 ? 0 &- first.integer : first.integer) }
      if function == .floor || function == .ceil { return first }
    }
    guard let number = LuaNumber.number(first) else { return nil }
    return mathematics(function, LuaNumber.double(number), hasMore: given.count > 1)
  }

  private func mathematics(_ function: LibraryFunction, _ x: Double, hasMore: Bool) -> CompiledValue? {
    switch function {
    case .abs: CompiledValue(x.magnitude)
    case .floor: Self.whole(x.rounded(.down))
    case .ceil: Self.whole(x.rounded(.up))
    case .sqrt: CompiledValue(x.squareRoot())
    case .exp: CompiledValue(exp(x))
    case .log: hasMore ? nil : CompiledValue(log(x))
    case .sin: CompiledValue(sin(x))
    case .cos: CompiledValue(cos(x))
    case .tan: CompiledValue(tan(x))
    default: nil
    }
  }

  private static func whole(_ number: Double) -> CompiledValue {
    Int64(exactly: number).map { CompiledValue($0) } ?? CompiledValue(number)
  }

  private func extreme(_ function: LibraryFunction, _ given: Arguments) -> CompiledValue? {
    var best = given[0]
    guard best.isNumber else { return nil }
    for value in given.dropFirst() {
      guard value.isNumber, let isBetter = LuaNumber.compare(value, function == .max ? .greater : .less, best) else {
        return nil
      }
      if isBetter { best = value }
    }
    return best
  }
}

private let typeNames: [CompiledValue.Kind: StaticString] = [
  .nil: "nil", .false: "boolean", .true: "boolean", .integer: "number", .float: "number", .text: "string",
  .nested: "table", .record: "userdata", .context: "table", .library: "function",
]

/// Reads the spelling of a pattern into items, and finds every mistake that Lua would only find
/// while matching.
struct LuaPatternParser {
  private let pattern: [UInt8]
  private var at = 0
  private var openCaptures: [Int] = []
  private(set) var items: [LuaPattern.Item] = []
  private(set) var isAnchored = false
  private(set) var captureCount = 0
  private(set) var positions: UInt64 = 0

  private static let percent = UInt8(ascii: "%")

  init(_ spelling: [UInt8]) { pattern = spelling }

  /// Reads all of the pattern.
  mutating func parse() throws(LuaPattern.Problem) {
    isAnchored = peek(0) == UInt8(ascii: "^")
    if isAnchored { at = 1 }
    while at < pattern.count {
      items.append(try item())
      guard items.count <= LuaPattern.maximumItems else { throw .tooComplex }
    }
    guard openCaptures.isEmpty else { throw .unclosedCapture }
  }

  private func peek(_ distance: Int) -> UInt8? {
    at + distance < pattern.count ? pattern[at + distance] : nil
  }

  private mutating func item() throws(LuaPattern.Problem) -> LuaPattern.Item {
    switch pattern[at] {
    case UInt8(ascii: "("): return try opening()
    case UInt8(ascii: ")"):
      guard let capture = openCaptures.popLast() else { throw .unopenedCapture }
      at += 1
      return .close(capture)
    case UInt8(ascii: "$") where at + 1 == pattern.count:
      at += 1
      return .end
    case LuaPatternParser.percent:
      if let special = try special() { return special }
    default: break
    }
    let set = try single()
    return quantified(set)
  }

  private mutating func opening() throws(LuaPattern.Problem) -> LuaPattern.Item {
    captureCount += 1
    guard captureCount <= LuaPattern.maximumCaptures else { throw .tooManyCaptures }
    if peek(1) == UInt8(ascii: ")") {
      at += 2
      positions |= 1 << UInt64(captureCount)
      return .position(captureCount)
    }
    at += 1
    openCaptures.append(captureCount)
    return .open(captureCount)
  }

  /// `%1`, `%b` or `%f`; `nil` if `%` stands for a class.
  private mutating func special() throws(LuaPattern.Problem) -> LuaPattern.Item? {
    guard let letter = peek(1) else { throw .endsWithPercent }
    switch letter {
    case UInt8(ascii: "b"):
      guard let first = peek(2), let last = peek(3) else { throw .incompleteBalance }
      at += 4
      return .balance(first, last)
    case UInt8(ascii: "f"):
      guard peek(2) == UInt8(ascii: "[") else { throw .incompleteFrontier }
      at += 2
      return .frontier(try set())
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let capture = Int(letter & 0x0F)
      guard capture >= 1, capture <= captureCount, !openCaptures.contains(capture) else {
        throw .unknownCapture(capture)
      }
      at += 2
      // A position is no text that could occur again: in Lua such a pattern matches nothing.
      let isPosition = positions >> UInt64(capture) & 1 == 1
      return isPosition ? .character(ByteSet(), .once) : .repetition(capture)
    default: return nil
    }
  }

  /// What one character may be.
  private mutating func single() throws(LuaPattern.Problem) -> ByteSet {
    switch pattern[at] {
    case UInt8(ascii: "["): return try set()
    case UInt8(ascii: "."):
      at += 1
      return .all
    case LuaPatternParser.percent:
      guard let letter = peek(1) else { throw .endsWithPercent }
      at += 2
      return ByteSet(class: letter)
    default:
      at += 1
      return ByteSet(pattern[at - 1])
    }
  }

  /// A set in brackets.
  private mutating func set() throws(LuaPattern.Problem) -> ByteSet {
    at += 1
    let isInverted = peek(0) == UInt8(ascii: "^")
    if isInverted { at += 1 }
    let end = try endOfSet()
    var set = ByteSet()
    while at < end {
      if pattern[at] == LuaPatternParser.percent {
        set.formUnion(ByteSet(class: pattern[at + 1]))
        at += 2
      } else if peek(1) == UInt8(ascii: "-"), at + 2 < end {
        let (first, last) = (pattern[at], pattern[at + 2])
        set.formUnion(ByteSet { first <= $0 && $0 <= last })
        at += 3
      } else {
        set.insert(pattern[at])
        at += 1
      }
    }
    at = end + 1
    return isInverted ? set.inverted : set
  }

  /// Where the bracket stands that ends the set; the first character never does.
  private func endOfSet() throws(LuaPattern.Problem) -> Int {
    var end = at
    repeat {
      guard end < pattern.count else { throw .unclosedSet }
      end += pattern[end] == LuaPatternParser.percent ? 2 : 1
    } while end >= pattern.count || pattern[end] != UInt8(ascii: "]")
    return end
  }

  private mutating func quantified(_ set: ByteSet) -> LuaPattern.Item {
    guard let mark = peek(0) else { return .character(set, .once) }
    switch mark {
    case UInt8(ascii: "?"):
      at += 1
      return .character(set, .optional)
    case UInt8(ascii: "*"):
      at += 1
      return .character(set, .most)
    case UInt8(ascii: "-"):
      at += 1
      return .character(set, .least)
    case UInt8(ascii: "+"):
      // One now; the mark is then read as a star that follows the same set.
      items.append(.character(set, .once))
      at += 1
      return .character(set, .most)
    default: return .character(set, .once)
    }
  }
}

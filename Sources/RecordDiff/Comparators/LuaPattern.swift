import Records

/// A pattern of Lua's, matched natively and within a bounded number of steps.
///
/// Everything that Lua's manual describes is here (classes, sets, `* + - ?`, captures and position
/// captures, `%1`, `%b()`, `%f[set]`, anchors), byte by byte as Lua does it. A mistake is found
/// when the pattern is read, not when it meets a text. What has failed at a place is not tried there again, so that
/// `(.-)(.-)(.-)(.-)x`, for which Lua may take hours, takes a time that grows with the length of the text alone. Only what
/// stands before `%1` and its like, and `%b`, may have to look at the same again and again; that is given up after a number
/// of steps.
package struct LuaPattern: Sendable {
  /// What is wrong with a pattern.
  package enum Problem: Error, Sendable, Equatable {
    case endsWithPercent
    case unclosedSet
    case unclosedCapture
    case unopenedCapture
    case tooManyCaptures
    case unknownCapture(Int)
    case incompleteBalance
    case incompleteFrontier
    case tooComplex
  }

  /// How often a character may occur.
  enum Quantity: Sendable { case once, optional, most, least }

  /// One part of a pattern.
  enum Item: Sendable {
    case character(ByteSet, Quantity)
    case open(Int)
    case close(Int)
    case position(Int)
    case repetition(Int)
    case balance(UInt8, UInt8)
    case frontier(ByteSet)
    case end
  }

  /// As many captures as Lua allows.
  package static let maximumCaptures = 32
  /// As many items as matching may be nested deep.
  package static let maximumItems = 200

  /// As the user wrote it, in words: bytes that are no UTF-8 are repaired here.
  let spelling: String
  let items: [Item]
  let isAnchored: Bool
  let captureCount: Int
  /// Which captures are of a position, one bit each.
  let positions: UInt64
  /// Where the items begin whose matches depend on nothing but where they are tried: behind the last `%1` or its like.
  let firstIndependent: Int

  /// Reads a pattern.
  ///
  /// - Throws: ``OptionError`` if it is malformed, in the name of `function`.
  init(_ spelling: Text, function: String) throws(OptionError) {
    var parser = LuaPatternParser(spelling.utf8)
    do {
      try parser.parse()
    } catch {
      throw OptionError(function, .malformedPattern(spelling.string, error))
    }
    self.spelling = spelling.string
    items = parser.items
    isAnchored = parser.isAnchored
    captureCount = parser.captureCount
    positions = parser.positions
    firstIndependent =
      (parser.items.lastIndex { if case .repetition = $0 { true } else { false } } ?? -1) + 1
  }

  /// Whether a capture, counted from 1, is of a position.
  func isPosition(_ capture: Int) -> Bool { positions >> UInt64(capture) & 1 == 1 }

  /// How many steps a text of some length is worth.
  static func steps(forLength count: Int) -> Int { 50_000_000 + 100 * count }

  /// After how many steps failures begin to be remembered: most texts never take as many.
  static func stepsWithoutMemory(forLength count: Int) -> Int { 20_000 + 10 * count }
}

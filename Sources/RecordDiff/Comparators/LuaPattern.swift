import Records

/// A pattern of Lua's, matched natively and within a bounded number of steps.
///
/// Everything that Lua's manual describes is here (classes, sets, `* + - ?`, captures and position
/// captures, `%1`, `%b()`, `%f[set]`, anchors), byte by byte as Lua does it. A mistake is found
/// when the pattern is read, not when it meets a text. What Lua may take hours for, such as
/// `(.-)(.-)(.-)(.-)x` on a long text, is given up after a number of steps that grows with the
/// length of the text alone.
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
  }

  /// Whether a capture, counted from 1, is of a position.
  func isPosition(_ capture: Int) -> Bool { positions >> UInt64(capture) & 1 == 1 }

  /// How many steps a text of some length is worth.
  static func steps(forLength count: Int) -> Int { 200_000 + 100 * count }
}

import CScan
import Platform

/// A strict RFC 8259 scanner over raw bytes: it finds where values end and builds nothing.
///
/// Every method takes a position in the buffer and returns the one behind what it read, or throws a
/// ``JSONFault`` at the first byte that is not JSON. Nothing here recurses, so that nesting costs no
/// stack.
///
/// **The invariants.** A position is an address from ``start`` to ``end``, which are those of a ``BytesView`` and valid as long
/// as that is. A position becomes a larger one only by what was compared with ``end`` first, and the byte at ``end`` is never
/// read: what is asked of a position that may be the end is asked behind `position < end`. Nobody keeps a position longer than
/// the scanner; what is kept is its distance from ``start``.
///
/// Beyond the grammar: strings must be valid UTF-8, lone surrogates are allowed where they are escaped
/// (`"\ud800"`), names may repeat, and a value nests at most ``maximumDepth`` levels deep.
package struct JSONScanner {
  package typealias Position = UnsafePointer<UInt8>

  /// How many arrays and objects may stand inside one another in one value.
  package static let maximumDepth = JSONMistake.maximumDepth

  @usableFromInline let start: Position
  @usableFromInline let end: Position
  @usableFromInline let oneLine: Bool

  /// A scanner of `bytes`; with `oneLine`, a line feed inside a value is a fault.
  package init(_ bytes: BytesView, oneLine: Bool = false) {
    let base = bytes.unsafeStart ?? JSONScanner.nothing
    self.init(start: base, end: base + bytes.count, oneLine: oneLine)
  }

  init(start: Position, end: Position, oneLine: Bool) {
    self.start = start
    self.end = end
    self.oneLine = oneLine
  }

  /// An address for empty buffers, which may have none of their own; never read.
  private nonisolated(unsafe) static let nothing = Position(
    UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  /// Whether these bytes stand at this position, and something that is no white space behind them.
  @inline(__always)
  func hasToken(_ token: BytesView, at position: Position) -> Bool {
    cscan_json_matches(position, end, token.unsafeStart, token.count)
  }

  /// A fault at this position.
  func fault(_ mistake: JSONMistake, _ position: Position) -> JSONFault {
    JSONFault(mistake: mistake, offset: position - start)
  }

  // MARK: - Space

  /// Behind the white space at `position`.
  @inline(__always)
  func skipSpace(_ position: Position) throws(JSONFault) -> Position {
    if position < end, position.pointee > 0x20 { return position }
    return try skipSpaceSlowly(position)
  }

  @inline(never)
  private func skipSpaceSlowly(_ position: Position) throws(JSONFault) -> Position {
    var p = position
    while p < end, isSpace(p.pointee) {
      if oneLine, p.pointee == Ascii.lineFeed { throw fault(.valueSpansLines, p) }
      p += 1
    }
    return p
  }

  /// Behind the white space at `position`, line feeds included.
  func skipSpaceAndLines(_ position: Position) -> Position {
    var p = position
    while p < end, isSpace(p.pointee) { p += 1 }
    return p
  }

  @inline(__always)
  private func isSpace(_ byte: UInt8) -> Bool {
    byte == Ascii.space || byte == Ascii.lineFeed || byte == Ascii.carriageReturn
      || byte == Ascii.tab
  }

  // MARK: - Values

  /// Behind the value that begins at `position`, which must not be white space, inside so many levels of the same
  /// record.
  @inline(__always)
  func value(_ position: Position, inside levels: Int = 0) throws(JSONFault) -> Position {
    guard position < end else { throw fault(.expectedValue, position) }
    switch position.pointee {
    case Ascii.quote: return try string(position).end
    case Ascii.brace, Ascii.bracket: return try container(position, inside: levels)
    default: return try scalar(position)
    }
  }

  /// Behind the number or literal at `position`.
  @inline(__always)
  func scalar(_ position: Position) throws(JSONFault) -> Position {
    let byte = position.pointee
    if byte &- Ascii.zero <= 9 || byte == Ascii.minus { return try number(position) }
    return try literal(position)
  }

  @inline(never)
  private func literal(_ position: Position) throws(JSONFault) -> Position {
    switch position.pointee {
    case UInt8(ascii: "t"): return try word(position, "true")
    case UInt8(ascii: "f"): return try word(position, "false")
    case UInt8(ascii: "n"): return try word(position, "null")
    default: throw fault(kindOfNoValue(position), position)
    }
  }

  private func word(_ position: Position, _ spelling: StaticString) throws(JSONFault) -> Position {
    let count = spelling.utf8CodeUnitCount
    guard end - position >= count else { throw fault(.misspelledLiteral, position) }
    for offset in 0..<count where position[offset] != spelling.utf8Start[offset] {
      throw fault(.misspelledLiteral, position)
    }
    return position + count
  }

  /// Why what stands here is no value, with the usual mistakes by name.
  private func kindOfNoValue(_ position: Position) -> JSONMistake {
    switch position.pointee {
    case UInt8(ascii: "+"): .leadingPlus
    case UInt8(ascii: "."): .leadingPoint
    case UInt8(ascii: "N"), UInt8(ascii: "I"): .notANumber
    case UInt8(ascii: "T"), UInt8(ascii: "F"): .misspelledLiteral
    case UInt8(ascii: "'"): .singleQuote
    case UInt8(ascii: "/"), UInt8(ascii: "#"): .comment
    default: .expectedValue
    }
  }
}

/// The bytes that the grammar of JSON names.
enum Ascii {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let colon = UInt8(ascii: ":")
  static let bracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let closingBracket = UInt8(ascii: "]")
  static let brace = UInt8(ascii: "{")
  static let closingBrace = UInt8(ascii: "}")
}

import CScan
import Platform

/// A strict RFC 8259 scanner over raw bytes: it finds where values end and builds nothing.
///
/// Every method takes a position in the buffer and returns the one behind what it read, or throws a ``JSONFault`` at
/// the first byte that is not JSON. Nothing here recurses, so that nesting costs no stack.
///
/// **The invariants.** A position is an address from ``start`` to ``end``, which are those of a ``BytesView`` and valid
/// as long as that is. A position becomes a larger one only by what was compared with ``end`` first, and the byte at
/// ``end`` is never read: what is asked of a position that may be the end is asked behind `position < end`. Nobody
/// keeps a position longer than the scanner; what is kept is its distance from ``start``.
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
  private nonisolated(unsafe) static let nothing = Position(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  /// Reads bytes again that were JSON when they were read first; `nil` where their file has become something
  /// else since, which is told where the file is asked for, and where the bytes are none of JSON.
  @discardableResult func checked<R>(_ read: (JSONScanner) throws(JSONFault) -> R) -> R? { try? read(self) }

  /// Whether these bytes stand at this position, and something that is no white space behind them.
  @inline(__always) func hasToken(_ token: BytesView, at position: Position) -> Bool {
    cscan_json_matches(position, end, token.unsafeStart, token.count)
  }

  @inline(__always) func rest(from position: Position) -> BytesView {
    BytesView(start: position, count: end - position)
  }

  func fault(_ mistake: JSONMistake, _ position: Position) -> JSONFault {
    JSONFault(mistake: mistake, offset: position - start)
  }

  // MARK: - Space

  /// Behind the white space at `position`.
  @inline(__always) func skipSpace(_ position: Position) throws(JSONFault) -> Position {
    if position < end, position.pointee > 0x20 { return position }
    return try skipSpaceSlowly(position)
  }

  @inline(never) private func skipSpaceSlowly(_ position: Position) throws(JSONFault) -> Position {
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

  @inline(__always) private func isSpace(_ byte: UInt8) -> Bool {
    byte == Ascii.space || byte == Ascii.lineFeed || byte == Ascii.carriageReturn || byte == Ascii.tab
  }

  // MARK: - Values

  /// Behind the value that begins at `position`, no white space, inside so many levels of the same record.
  @inline(__always) func value(_ position: Position, inside levels: Int = 0) throws(JSONFault) -> Position {
    guard position < end else { throw fault(.expectedValue, position) }
    switch position.pointee {
    case Ascii.quote: return try string(position).end
    case Ascii.brace, Ascii.bracket: return try container(position, inside: levels)
    default: return try scalar(position)
    }
  }

  /// Behind the number or literal at `position`.
  @inline(__always) func scalar(_ position: Position) throws(JSONFault) -> Position {
    let byte = position.pointee
    if byte &- Ascii.zero <= 9 || byte == Ascii.minus { return try number(position) }
    return try literal(position)
  }

  @inline(never) private func literal(_ position: Position) throws(JSONFault) -> Position {
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

extension Field.Kind {
  /// The kind of a JSON value by its first byte.
  @inline(__always) init(ofValueFrom first: UInt8) {
    self =
      switch first {
      case Ascii.brace: .object
      case Ascii.bracket: .array
      case Ascii.quote: .escapedText
      case UInt8(ascii: "t"): .true
      case UInt8(ascii: "f"): .false
      case UInt8(ascii: "n"): .null
      default: .number
      }
  }
}

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

extension JSONScanner {
  /// The value at `position` as a field, and the position behind it.
  @inline(__always) func field(_ position: Position, inside levels: Int = 0) throws(JSONFault) -> (
    field: Field, end: Position
  ) {
    guard position < end, position.pointee == Ascii.quote else {
      let end = try value(position, inside: levels)
      return (Field(Field.Kind(ofValueFrom: position.pointee), span(position, end)), end)
    }
    let string = try self.string(position)
    return (text(position, string.end, string.hasEscape), string.end)
  }

  /// The same of text that was checked before: of its containers only the end is looked for.
  @inline(__always) func knownField(_ position: Position) throws(JSONFault) -> (field: Field, end: Position) {
    guard position < end, position.pointee | 0x20 == Ascii.brace, let behind = lunadiff_json_behind(position, end)
    else { return try field(position) }
    return (Field(Field.Kind(ofValueFrom: position.pointee), span(position, behind)), behind)
  }

  /// The string between these quotes as a field.
  @inline(__always) func text(_ opening: Position, _ end: Position, _ hasEscape: Bool) -> Field {
    let content = span(opening + 1, end - 1)
    return hasEscape ? Field(.escapedText, content, escaping: .json) : Field(.text, content)
  }

  @inline(__always) private func span(_ start: Position, _ end: Position) -> BytesView {
    BytesView(start: start, count: end - start)
  }
}

extension JSONScanner {
  /// Behind the number at `position`, where a digit or a minus sign stands.
  @inline(__always) func number(_ position: Position) throws(JSONFault) -> Position {
    var p = position
    if p.pointee == Ascii.minus { p += 1 }
    let first = p
    p = digits(p)
    guard p > first else { throw fault(.expectedDigit, p) }
    if first.pointee == Ascii.zero, p - first > 1 { throw fault(.leadingZero, first) }
    if p < end, p.pointee == Ascii.point { p = try atLeastOneDigit(p + 1) }
    if p < end, p.pointee | 0x20 == UInt8(ascii: "e") { p = try exponent(p + 1) }
    return p
  }

  @inline(__always) private func digits(_ position: Position) -> Position {
    var p = position
    while p < end, p.pointee &- Ascii.zero <= 9 { p += 1 }
    return p
  }

  @inline(__always) private func atLeastOneDigit(_ position: Position) throws(JSONFault) -> Position {
    let p = digits(position)
    guard p > position else { throw fault(.expectedDigit, p) }
    return p
  }

  @inline(never) private func exponent(_ position: Position) throws(JSONFault) -> Position {
    var p = position
    if p < end, p.pointee == Ascii.plus || p.pointee == Ascii.minus { p += 1 }
    return try atLeastOneDigit(p)
  }
}

extension JSONScanner {
  /// Behind the string whose opening quote is at `position`, and whether it holds an escape.
  @inline(__always) func string(_ position: Position) throws(JSONFault) -> (end: Position, hasEscape: Bool) {
    let stop = behindPlain(position + 1)
    if stop < end, stop.pointee == Ascii.quote { return (stop + 1, false) }
    return try restOfString(stop, opening: position)
  }

  /// Behind the string at `position`, if one stands there that has plain characters alone.
  @inline(__always) func plainString(_ position: Position) -> Position? {
    guard position < end, position.pointee == Ascii.quote else { return nil }
    let stop = behindPlain(position + 1)
    return stop < end && stop.pointee == Ascii.quote ? stop + 1 : nil
  }

  /// Behind the characters from `position` on that mean only themselves.
  @inline(__always) private func behindPlain(_ position: Position) -> Position {
    cscan_json_skip_plain(position, end) ?? end
  }

  @inline(never) private func restOfString(_ position: Position, opening: Position) throws(JSONFault) -> (
    end: Position, hasEscape: Bool
  ) {
    var p = position
    var hasEscape = false
    while p < end {
      switch p.pointee {
      case Ascii.quote: return (p + 1, hasEscape)
      case Ascii.backslash:
        hasEscape = true
        p = try escape(p, opening: opening)
      case 0x80...: p = try multibyte(p)
      case Ascii.lineFeed: throw fault(.newlineInString, p)
      case ..<0x20: throw fault(.controlCharacter, p)
      default: p = behindPlain(p + 1)
      }
    }
    throw fault(.unterminatedString, opening)
  }

  /// Behind the escape whose backslash is at `position`.
  private func escape(_ position: Position, opening: Position) throws(JSONFault) -> Position {
    let letter = position + 1
    guard letter < end else { throw fault(.unterminatedString, opening) }
    switch letter.pointee {
    case Ascii.quote, Ascii.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      return letter + 1
    case UInt8(ascii: "u"):
      guard hexadecimal(letter + 1) != nil else { throw fault(.invalidUnicodeEscape, position) }
      return letter + 5
    default: throw fault(.invalidEscape, position)
    }
  }

  /// The value of the four hexadecimal digits at `position`; nil if they are not there.
  private func hexadecimal(_ position: Position) -> UInt16? {
    guard end - position >= 4 else { return nil }
    return JSONString.hexadecimal(BytesView(start: position, count: 4))
  }

  /// Behind the well-formed UTF-8 sequence of two to four bytes at `position`.
  ///
  /// The ranges are those of table 3-7 of Unicode: no overlong forms, no surrogates, nothing above U+10FFFF.
  private func multibyte(_ position: Position) throws(JSONFault) -> Position {
    let count: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch position.pointee {
    case 0xC2...0xDF: count = 2
    case 0xE0...0xEF:
      count = 3
      if position.pointee == 0xE0 { second = 0xA0...0xBF }
      if position.pointee == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      count = 4
      if position.pointee == 0xF0 { second = 0x90...0xBF }
      if position.pointee == 0xF4 { second = 0x80...0x8F }
    default: throw fault(.invalidUTF8, position)
    }
    guard end - position >= count, second.contains(position[1]) else { throw fault(.invalidUTF8, position) }
    for offset in 2..<max(count, 2) where position[offset] & 0xC0 != 0x80 { throw fault(.invalidUTF8, position) }
    return position + count
  }
}

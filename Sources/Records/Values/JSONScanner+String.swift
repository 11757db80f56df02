import CScan
import Platform

extension JSONScanner {
  /// Behind the string whose opening quote is at `position`, and whether it holds an escape.
  @inline(__always)
  func string(_ position: Position) throws(JSONFault) -> (end: Position, hasEscape: Bool) {
    let stop = behindPlain(position + 1)
    if stop < end, stop.pointee == Ascii.quote { return (stop + 1, false) }
    return try restOfString(stop, opening: position)
  }

  /// Behind the string at `position`, if one stands there that has plain characters alone.
  @inline(__always)
  func plainString(_ position: Position) -> Position? {
    guard position < end, position.pointee == Ascii.quote else { return nil }
    let stop = behindPlain(position + 1)
    return stop < end && stop.pointee == Ascii.quote ? stop + 1 : nil
  }

  /// Behind the characters from `position` on that mean only themselves.
  @inline(__always)
  private func behindPlain(_ position: Position) -> Position {
    cscan_json_skip_plain(position, end) ?? end
  }

  @inline(never)
  private func restOfString(
    _ position: Position, opening: Position
  ) throws(JSONFault) -> (end: Position, hasEscape: Bool) {
    var p = position
    var hasEscape = false
    while p < end {
      switch p.pointee {
      case Ascii.quote:
        return (p + 1, hasEscape)
      case Ascii.backslash:
        hasEscape = true
        p = try escape(p, opening: opening)
      case 0x80...:
        p = try multibyte(p)
      case Ascii.lineFeed:
        throw fault(.newlineInString, p)
      case ..<0x20:
        throw fault(.controlCharacter, p)
      default:
        p = behindPlain(p + 1)
      }
    }
    throw fault(.unterminatedString, opening)
  }

  /// Behind the escape whose backslash is at `position`.
  private func escape(_ position: Position, opening: Position) throws(JSONFault) -> Position {
    let letter = position + 1
    guard letter < end else { throw fault(.unterminatedString, opening) }
    switch letter.pointee {
    case Ascii.quote, Ascii.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return letter + 1
    case UInt8(ascii: "u"):
      guard hexadecimal(letter + 1) != nil else { throw fault(.invalidUnicodeEscape, position) }
      return letter + 5
    default:
      throw fault(.invalidEscape, position)
    }
  }

  /// The value of the four hexadecimal digits at `position`; nil if they are not there.
  private func hexadecimal(_ position: Position) -> UInt16? {
    guard end - position >= 4 else { return nil }
    return JSONString.hexadecimal(BytesView(start: position, count: 4))
  }

  /// Behind the well-formed UTF-8 sequence of two to four bytes at `position`.
  ///
  /// The ranges are those of table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing
  /// above U+10FFFF.
  func multibyte(_ position: Position) throws(JSONFault) -> Position {
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
    guard end - position >= count, second.contains(position[1]) else {
      throw fault(.invalidUTF8, position)
    }
    for offset in 2..<max(count, 2) where position[offset] & 0xC0 != 0x80 {
      throw fault(.invalidUTF8, position)
    }
    return position + count
  }
}

import Platform

extension JSONScanner {
  /// The value at `position` as a field, and the position behind it.
  @inline(__always)
  func field(
    _ position: Position, inside levels: Int = 0
  ) throws(JSONFault) -> (field: Field, end: Position) {
    guard position < end, position.pointee == Ascii.quote else {
      let end = try value(position, inside: levels)
      return (Field(kind(position), span(position, end)), end)
    }
    let string = try self.string(position)
    return (text(position, string.end, string.hasEscape), string.end)
  }

  /// The string between these quotes as a field.
  @inline(__always)
  func text(_ opening: Position, _ end: Position, _ hasEscape: Bool) -> Field {
    let content = span(opening + 1, end - 1)
    return hasEscape
      ? Field(.escapedText, content, escaping: .json) : Field(.text, content)
  }

  private func kind(_ position: Position) -> Field.Kind {
    switch position.pointee {
    case Ascii.brace: .object
    case Ascii.bracket: .array
    case UInt8(ascii: "t"): .true
    case UInt8(ascii: "f"): .false
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  @inline(__always)
  private func span(_ start: Position, _ end: Position) -> BytesView {
    BytesView(start: start, count: end - start)
  }
}

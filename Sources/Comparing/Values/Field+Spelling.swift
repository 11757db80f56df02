import Platform
import Records

extension Field {
  /// Calls `body` with what stands for the value: text decoded, or a number or truth value as spelled.
  ///
  /// - Returns: `nil` for an absent field, null, an object and an array.
  package func withSpelling<R>(_ body: (BytesView) -> R) -> R? {
    switch kind {
    case .text, .number: body(bytes)
    case .escapedText: withText(body)
    case .true: body(BytesView("true"))
    case .false: body(BytesView("false"))
    case .absent, .null, .object, .array: nil
    }
  }

  /// Calls `body` with the text, or with a number as spelled.
  ///
  /// - Returns: `nil` for every other kind.
  package func withTextOrNumber<R>(_ body: (BytesView) -> R) -> R? { kind == .number ? body(bytes) : withText(body) }

  /// Whether the value is a number, be it JSON's or one spelled as text.
  package var isNumber: Bool { withTextOrNumber { DecimalNumber($0) != nil } ?? false }

  /// Whether the two are equal by what `body` says of their texts, or by exact value where one is no text.
  func isEqual(to other: Field, comparingTexts body: (BytesView, BytesView) -> Bool) -> Bool {
    guard kind.isText, other.kind.isText else { return isEqual(to: other) }
    return withText { mine in other.withText { body(mine, $0) } ?? false } ?? false
  }
}

extension UInt8 {
  @inline(__always) package var isDigit: Bool { self &- 0x30 < 10 }

  @inline(__always) var isSpace: Bool { self == 0x20 || self &- 9 < 5 }

  /// Whether the byte is ASCII, and neither white space nor a control character.
  @inline(__always) var isVisible: Bool { self &- 0x21 < 0x5E }

  @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
}

import Platform
import Records

extension Field {
  /// Calls `body` with the characters of the value: text without quotes, objects and arrays without white space and
  /// with the fewest escapes, nothing for what is absent or null.
  func withCharacters<R>(_ body: (BytesView) -> R) -> R {
    switch kind {
    case .true: Array("true".utf8).withBytes(body)
    case .false: Array("false".utf8).withBytes(body)
    case .escapedText: withText(body) ?? body(BytesView())
    case .absent, .null: body(BytesView())
    case .text, .number: body(bytes)
    case .object, .array: isCompact ? body(bytes) : compactSpelling.withBytes(body)
    }
  }

  /// Whether an object or array certainly has no white space between its parts, and no escapes.
  private var isCompact: Bool {
    // Without an early end, so that many bytes are looked at in one instruction.
    bytes.reduce(true) { $0 && $1 > 0x20 && $1 != UInt8(ascii: "\\") }
  }
}

import Records

/// A value of printable ASCII that is shown as it stands: what most values are, hence neither copied nor cut into
/// characters.
///
/// Valid as long as the field that it was made of.
struct PrintableText {
  let bytes: UnsafeRawBufferPointer

  /// - Parameter field: `nil` is returned for one that has to be shown otherwise than it stands: see ``DisplayText``.
  init?(_ field: Field) {
    switch field.kind {
    case .text, .number, .object, .array: self.init(field.bytes)
    case .absent, .null, .true, .false, .escapedText: return nil
    }
  }

  private init?(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty, bytes.count <= DisplayText.limit, Self.isPlain(bytes) else { return nil }
    self.bytes = bytes
  }

  /// Terminal columns that the value takes.
  var width: Int { bytes.count }

  /// Whether each byte is a character of one column, and none at the ends is a blank.
  static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.first != UInt8(ascii: " "), bytes.last != UInt8(ascii: " ") else { return false }
    // Without an early end, so that many bytes are looked at in one instruction.
    return bytes.reduce(true) { $0 && ($1 &- 0x20 < 0x5F) }
  }
}

extension OutputBuffer {
  /// Appends a value as a person sees it.
  ///
  /// - Parameter limit: The columns that it is cut to, one at least.
  /// - Returns: How many columns it takes.
  func append(shown field: Field, within limit: Int) -> Int {
    if let plain = PrintableText(field) {
      guard plain.width > limit else {
        append(plain.bytes)
        return plain.width
      }
      append(UnsafeRawBufferPointer(rebasing: plain.bytes.prefix(limit - 1)))
      append("…")
      return limit
    }
    let shown = DisplayText(field).text(within: limit)
    append(text: shown)
    return DisplayText(shown).width
  }
}

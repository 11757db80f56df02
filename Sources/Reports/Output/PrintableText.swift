import Platform
import Records

/// A value of printable ASCII that is shown as it stands, as most are, and so neither copied nor cut into characters.
///
/// Valid as long as the field that it was made of.
package struct PrintableText {
  package let bytes: BytesView
  package let isText: Bool

  /// `nil` for a value that has to be shown otherwise than it stands: see ``DisplayText``.
  package init?(_ field: Field) {
    switch field.kind {
    case .text, .number: self.init(field.bytes, isText: field.kind.isText)
    case .absent, .null, .true, .false, .escapedText, .object, .array: return nil
    }
  }

  private init?(_ bytes: BytesView, isText: Bool) {
    guard !bytes.isEmpty, bytes.count <= DisplayText.limit, Self.isPlain(bytes) else { return nil }
    self.bytes = bytes
    self.isText = isText
  }

  package var width: Int { bytes.count }

  /// Whether it is one word or number, as ``WordDifference`` tells them apart.
  package var isWord: Bool {
    bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }

  /// Whether nothing but white space tells it from another.
  package func differsInBlanksAlone(from other: PrintableText) -> Bool {
    WordDifference.isWhiteSpaceAlone(bytes.lazy.map(UInt32.init), other.bytes.lazy.map(UInt32.init))
  }

  /// Whether each byte is a character of one column, and none at the ends is a blank.
  package static func isPlain(_ bytes: BytesView) -> Bool {
    guard bytes.first != UInt8(ascii: " "), bytes.last != UInt8(ascii: " ") else { return false }
    // Without an early end, so that many bytes are looked at in one instruction.
    return bytes.reduce(true) { $0 && ($1 &- 0x20 < 0x5F) }
  }
}

extension OutputBuffer {
  /// Appends a value as a person sees it, cut to `limit` columns, one at least, and returns how many it takes; an
  /// object or array that is too long is shortened in the middle.
  package func append(shown field: Field, within limit: Int) -> Int {
    if let plain = PrintableText(field) {
      guard plain.width > limit else {
        append(plain.bytes)
        return plain.width
      }
      append(BytesView(rebasing: plain.bytes.prefix(limit - 1)))
      append("…")
      return limit
    }
    let whole = DisplayText(field)
    let shown = field.isNested ? whole.ends(within: limit) : whole.text(within: limit)
    append(text: shown)
    return DisplayText(shown).width
  }
}

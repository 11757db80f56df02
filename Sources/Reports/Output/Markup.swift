import Platform
import Records

extension OutputBuffer {
  /// Appends the colours and types that all pages share, as CSS.
  package func appendTheme() { append(PackageResources.theme_css) }

  /// Appends text for XML or HTML: markup as entities, and what XML cannot hold as visible signs.
  package func append(markup text: String) { text.withBytes { append(markup: $0) } }

  package func append(markup bytes: BytesView) {
    var scanner = TextScanner(bytes)
    var start = 0
    while let element = scanner.next() {
      switch element {
      case .scalar("&"): append("&amp;")
      case .scalar("<"): append("&lt;")
      case .scalar(">"): append("&gt;")
      case .scalar("\""): append("&quot;")
      case .scalar("'"): append("&#39;")
      case .scalar(let scalar) where Self.isLegal(scalar): append(bytes[part: start..<scanner.position])
      default: append(text: Glyph(element).sign)
      }
      start = scanner.position
    }
  }

  /// Whether XML 1.0 can hold the character, in attributes too.
  private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x20..<0x7F, 0xA0...0xD7FF, 0xE000...0xFFFD: true
    default: scalar.value >= 0x10000 && scalar.value & 0xFFFE != 0xFFFE
    }
  }
}

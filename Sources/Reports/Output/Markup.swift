import Platform
import Records

extension OutputBuffer {
  /// Appends the colours and types that all pages share, as CSS.
  package func appendTheme() { append(PageText.theme) }

  /// Begins a page that loads nothing, up to its heading.
  package func beginPage(title: String, style: [UInt8]) {
    append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
    append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    append("style-src 'unsafe-inline'; script-src 'unsafe-inline'\"><title>")
    append(markup: title)
    append("</title>\n<style>\n")
    appendTheme()
    append(style)
    append("</style></head><body>\n<main>\n")
    append(element: "h1", title)
    append("\n")
  }

  /// Appends an element with text in it; behind its name there may be attributes.
  package func append(element start: String, _ content: String) {
    append(text: "<\(start)>")
    append(markup: content)
    append(text: "</\(start.prefix { $0 != " " })>")
  }

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

/// Scripts and styles as a page has them.
package enum PageText {
  static let theme = bare([PackageResources.theme_css])

  /// The lines without their indentation and without those that are comments alone: every page carries them.
  package static func bare(_ files: [[UInt8]]) -> [UInt8] {
    var text: [UInt8] = []
    for line in files.flatMap({ $0.split(separator: UInt8(ascii: "\n")) }) {
      let words = line.drop { $0 == UInt8(ascii: " ") }
      if isComment(words) { continue }
      text += words
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "//".utf8) || (line.starts(with: "/*".utf8) && line.suffix(2).elementsEqual("*/".utf8))
  }
}

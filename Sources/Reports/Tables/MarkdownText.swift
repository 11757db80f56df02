import Records

/// Text as Markdown shows it as it stands.
package enum MarkdownText {
  /// A value as code, cut to a length, safe in a table's cell.
  package static func code(_ field: Field, limit: Int) -> String {
    let text = DisplayText(field)
    return code(field, as: field.isNested ? text.ends(within: limit) : text.text(within: limit))
  }

  /// A value's text as code, unless the value has no characters.
  package static func code(_ field: Field, as text: String) -> String {
    field.isVoid ? "*\(oddName(field))*" : code(text)
  }

  /// Printable text as code.
  ///
  /// A code span where that is certain to hold; else an element with everything that could
  /// be markup as an entity, since tables and code spans disagree on bars and backslashes.
  package static func code(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { "`|\\".unicodeScalars.contains($0) }) else { return "`\(text)`" }
    return "<code>\(escaped(text))</code>"
  }

  /// Text outside code that does not begin a line, with what would be markup there as an entity, and nothing else.
  package static func escaped(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let before = index > 0 ? scalars[index - 1] : " "
      let after = index + 1 < scalars.count ? scalars[index + 1] : " "
      if isMarkup(scalar, before: before, after: after) || isInAddress(scalars, at: index) {
        result += "&#\(scalar.value);"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a character means something between two others.
  private static func isMarkup(_ scalar: Unicode.Scalar, before: Unicode.Scalar, after: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\", "`", "*", "[", "<", "&", "|", "~", "$", "@": true
    // Within a word it emphasizes nothing.
    case "_": !before.isWord || !after.isWord
    // The number of an issue, or the end of a heading.
    case "#": before == " " || ("0"..."9").contains(after)
    default: scalar.value < 0x20 || scalar.value == 0x7F
    }
  }

  /// Whether a character makes a link of an address: the colon of `://`, or the point after `www`.
  private static func isInAddress(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    switch scalars[index] {
    case ":": scalars[(index + 1)...].starts(with: ["/", "/"])
    case ".": scalars[..<index].suffix(3).map { $0.properties.lowercaseMapping } == ["w", "w", "w"]
    default: false
    }
  }

  private static func oddName(_ field: Field) -> String {
    switch field.kind {
    case .absent: "absent"
    case .null: "null"
    default: "empty"
    }
  }
}

extension Unicode.Scalar { fileprivate var isWord: Bool { properties.isAlphabetic || ("0"..."9").contains(self) } }

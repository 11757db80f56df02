import Records

/// Text for Markdown, where it may be neither markup nor a mention.
enum MarkdownText {
  /// A value as code, cut to a length, safe in a table's cell.
  static func code(_ field: Field, limit: Int) -> String {
    let text = DisplayText(field)
    return code(field, as: field.isNested ? text.ends(within: limit) : text.text(within: limit))
  }

  /// A value's text as code, unless the value has no characters.
  static func code(_ field: Field, as text: String) -> String {
    field.isVoid ? "*\(oddName(field))*" : code(text)
  }

  /// Printable text as code.
  ///
  /// A code span where that is certain to hold; else an element with everything that could
  /// be markup as an entity, since tables and code spans disagree on bars and backslashes.
  static func code(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { "`|\\".unicodeScalars.contains($0) }) else {
      return "`\(text)`"
    }
    return "<code>\(escaped(text))</code>"
  }

  /// Text outside code, with everything that could be markup as an entity.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isPlain = !scalar.isASCII || isLetter(scalar) || " .,:;/".unicodeScalars.contains(scalar)
      if isPlain { result.unicodeScalars.append(scalar) } else { result += "&#\(scalar.value);" }
    }
    return result
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  private static func oddName(_ field: Field) -> String {
    switch field.kind {
    case .absent: "absent"
    case .null: "null"
    default: "empty"
    }
  }
}

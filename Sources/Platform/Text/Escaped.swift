/// Text with a separator that a backslash makes literal.
package enum Escaped {
  /// A part as it is written between separators.
  package static func spelling(of part: String, at separator: Character) -> String {
    part.reduce(into: "") { text, character in
      if character == separator || character == "\\" { text.append("\\") }
      text.append(character)
    }
  }

  /// The parts between separators; a backslash before a separator or a backslash is taken away.
  package static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.first, next == separator || next == "\\" {
        parts[parts.count - 1].append(rest.removeFirst())
      } else if character == separator {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}

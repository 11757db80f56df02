/// Text in mdoc, the language of manual pages.
enum ManualText {
  /// A paragraph as lines, a sentence each, as mdoc wants them.
  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").flatMap { paragraph -> [String] in
      var sentences: [String] = []
      var current = ""
      for word in paragraph.split(separator: " ") {
        current += (current.isEmpty ? "" : " ") + word
        if word.hasSuffix(".") && word.count > 2 {
          sentences.append(line(current))
          current = ""
        }
      }
      return current.isEmpty ? sentences : sentences + [line(current)]
    }
  }

  /// One line of text, with what roff would read as its own made literal.
  static func line(_ text: some StringProtocol) -> String {
    let escaped = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// A word that follows a macro on its line.
  static func argument(_ text: some StringProtocol) -> String {
    let word = line(text).replacing("\"", with: "\\(dq")
    return word.contains(" ") ? "\"\(word)\"" : word
  }
}

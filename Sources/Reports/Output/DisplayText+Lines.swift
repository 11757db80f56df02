extension DisplayText {
  /// The whole text in lines of a width.
  func lines(of width: Int) -> [String] {
    var lines = [""]
    var left = width
    for piece in pieces {
      if piece.width > left, left < width {
        lines.append("")
        left = width
      }
      lines[lines.count - 1] += piece.text
      left -= piece.width
    }
    return lines
  }
}

extension String {
  /// Printable text in lines of a width that end between words, those behind the first indented; a wider word has a line.
  func wrapped(to width: Int?) -> String {
    guard let width else { return self }
    var (text, used) = ("", 0)
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let size = DisplayText(String(word)).width
      let isFirst = text.isEmpty
      let fits = used + 1 + size <= width
      text += (isFirst ? "" : fits ? " " : "\n  ") + word
      used = isFirst ? size : fits ? used + 1 + size : 2 + size
    }
    return text
  }
}

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

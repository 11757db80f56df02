/// Text from outside as it may be shown on a terminal: what that would obey or hide is a visible sign.
package enum VisibleText {
  package static func lines(_ text: String) -> String {
    // Not by characters: a carriage return and a line feed are one.
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(
      separator: "\n")
  }

  /// Text on one line; line feeds are signs, too.
  package static func line(_ text: String) -> String {
    var visible = ""
    for scalar in text.unicodeScalars {
      let sign = Glyph(scalar).sign
      if sign.isEmpty { visible.unicodeScalars.append(scalar) } else { visible += sign }
    }
    return visible
  }
}

extension Int {
  /// The number as people read it: `12,345`.
  package var grouped: String {
    guard magnitude >= 1000 else { return String(self) }
    let digits = String(magnitude).utf8
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }
}

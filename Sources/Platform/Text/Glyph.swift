/// How one character is shown to a person: safely, and with its width in a terminal.
///
/// What a terminal would obey (control characters, escapes) or hide (directions, zero-width characters) is shown as
/// a visible sign, so that no data can colour, move or reorder the text around it.
package struct Glyph: Equatable {
  /// The text to print; empty where the character prints as it is.
  package let sign: String
  package let width: Int

  /// How a character is shown; one that stands for a byte of a path as that byte.
  package init(_ scalar: Unicode.Scalar) {
    if let byte = EscapedByte.byte(of: scalar) {
      self.init(number: UInt32(byte), digits: 2)
      return
    }
    switch scalar.value {
    case 0x20..<0x7F: self.init(sign: "", width: 1)
    case 0x0A: self.init(sign: "↵", width: 1)
    case 0x09: self.init(sign: "⇥", width: 1)
    case 0..<0x20: self.init(sign: Self.picture(0x2400 + scalar.value), width: 1)
    case 0x7F: self.init(sign: Self.picture(0x2421), width: 1)
    default:
      if Self.isHidden(scalar) {
        self.init(number: scalar.value, digits: 4, prefix: "U+")
      } else {
        self.init(sign: "", width: Self.width(of: scalar))
      }
    }
  }

  package init(number: UInt32, digits: Int, prefix: String = "") {
    let sign = "‹\(prefix)\(Self.hexadecimal(number, digits: digits))›"
    self.init(sign: sign, width: sign.unicodeScalars.count)
  }

  private init(sign: String, width: Int) {
    self.sign = sign
    self.width = width
  }

  private static func picture(_ point: UInt32) -> String { Unicode.Scalar(point).map { String(Character($0)) } ?? "?" }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Whether a terminal obeys or hides the character; the joiners that scripts and emoji need are left alone.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D: false
    case 0xA0, 0x2028, 0x2029, 0x2000...0x200B, 0x202F: true
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .privateUse, .unassigned: true
      default: false
      }
    }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if scalar.value == 0x200C || scalar.value == 0x200D { return 0 }
    return isWide(scalar.value) ? 2 : 1
  }

  /// The ranges of East Asian width W and F, and emoji, coarsely.
  private static func isWide(_ point: UInt32) -> Bool {
    switch point {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

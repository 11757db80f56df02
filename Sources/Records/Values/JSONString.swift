import Platform

/// Decodes strings of JSON.
package enum JSONString {
  package static func decode(_ content: [UInt8], into text: inout [UInt8]) {
    content.withBytes { decode($0, into: &text) }
  }

  /// Appends the text that `content` (without its quotes) spells, as UTF-8.
  ///
  /// A lone surrogate, which Unicode text cannot hold, becomes the three bytes that WTF-8 gives it, so that
  /// two different ones stay different and ``JSONWriter`` can spell it again. The content must have passed
  /// ``JSONScanner``; a broken escape is kept as it stands.
  package static func decode(_ content: BytesView, into text: inout [UInt8]) {
    var index = 0
    while let slash = content.firstIndex(of: Ascii.backslash, from: index) {
      text += content[part: index..<slash]
      index = escape(content, slash, &text)
    }
    text += content[part: index..<content.count]
  }

  /// Decodes the escape at `place` and returns the place behind it.
  private static func escape(_ content: BytesView, _ index: Int, _ text: inout [UInt8]) -> Int {
    guard content.count - index >= 2 else {
      text.append(content[index])
      return index + 1
    }
    guard content[index + 1] == UInt8(ascii: "u") else {
      text.append(control(content[index + 1]))
      return index + 2
    }
    guard let unit = unit(content, index) else {
      text.append(content[index])
      return index + 1
    }
    if unit & 0xFC00 == 0xD800, let low = self.unit(content, index + 6), low & 0xFC00 == 0xDC00 {
      append(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF)), to: &text)
      return index + 12
    }
    append(UInt32(unit), to: &text)
    return index + 6
  }

  private static func control(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// The code unit that a whole `\uXXXX` at `place` names.
  private static func unit(_ content: BytesView, _ index: Int) -> UInt16? {
    guard content.count - index >= 6, content[index] == Ascii.backslash, content[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return hexadecimal(content[part: index + 2..<index + 6])
  }

  static func hexadecimal(_ digits: BytesView) -> UInt16? {
    var unit: UInt16 = 0
    for byte in digits {
      guard let digit = digit(byte) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  private static func digit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Appends a code point, a surrogate too, in the bit pattern of UTF-8.
  private static func append(_ point: UInt32, to text: inout [UInt8]) {
    func trail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(point >> shift & 0x3F) }
    switch point {
    case ..<0x80: text.append(UInt8(point))
    case ..<0x800: text += [0xC0 | UInt8(point >> 6), trail(0)]
    case ..<0x10000: text += [0xE0 | UInt8(point >> 12), trail(6), trail(0)]
    default: text += [0xF0 | UInt8(point >> 18), trail(12), trail(6), trail(0)]
    }
  }
}

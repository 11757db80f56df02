import Platform

/// Decoding of what stands between the quotes of a JSON string.
package enum JSONString {
  /// Appends the text that `content` spells, as the next one does.
  package static func decode(_ content: [UInt8], into text: inout [UInt8]) {
    content.withUnsafeBufferPointer { decode($0, into: &text) }
  }

  /// Appends the text that `content` (without its quotes) spells, as UTF-8.
  ///
  /// A lone surrogate, which Unicode text cannot hold, becomes the three bytes that WTF-8 gives it, so that
  /// two different ones stay different and ``JSONWriter`` can spell it again. The content must have passed
  /// ``JSONScanner``; a broken escape is kept as it stands.
  package static func decode(_ content: UnsafeBufferPointer<UInt8>, into text: inout [UInt8]) {
    guard var p = content.baseAddress else { return }
    let end = p + content.count
    while p < end {
      guard let slash = memchr(p, Int32(Ascii.backslash), end - p) else { break }
      let stop = UnsafePointer(slash.assumingMemoryBound(to: UInt8.self))
      text.append(contentsOf: UnsafeBufferPointer(start: p, count: stop - p))
      p = escape(stop, end, &text)
    }
    text.append(contentsOf: UnsafeBufferPointer(start: p, count: end - p))
  }

  /// Decodes the escape at `position` and returns the position behind it.
  private static func escape(
    _ position: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ text: inout [UInt8]
  ) -> UnsafePointer<UInt8> {
    guard end - position >= 2 else {
      text.append(position.pointee)
      return position + 1
    }
    guard position[1] == UInt8(ascii: "u") else {
      text.append(control(position[1]))
      return position + 2
    }
    guard let unit = unit(position, end) else {
      text.append(position.pointee)
      return position + 1
    }
    if unit & 0xFC00 == 0xD800, let low = self.unit(position + 6, end), low & 0xFC00 == 0xDC00 {
      append(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF)), to: &text)
      return position + 12
    }
    append(UInt32(unit), to: &text)
    return position + 6
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

  /// The code unit that a whole `\uXXXX` at `position` names.
  private static func unit(
    _ position: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UInt16? {
    guard end - position >= 6, position[0] == Ascii.backslash, position[1] == UInt8(ascii: "u")
    else { return nil }
    return hexadecimal(position + 2)
  }

  /// The value of the four hexadecimal digits at `position`, where four bytes are readable.
  static func hexadecimal(_ position: UnsafePointer<UInt8>) -> UInt16? {
    var unit: UInt16 = 0
    for offset in 0..<4 {
      guard let digit = digit(position[offset]) else { return nil }
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

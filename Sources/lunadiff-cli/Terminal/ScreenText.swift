import Platform

/// Makes control characters in output for a terminal visible, so that no data can control the terminal.
struct ScreenText {
  /// Whether escapes that only set colours are kept.
  let keepsColors: Bool
  /// The beginning of a line whose end has not been written yet.
  private var held: [UInt8] = []

  init(keepsColors: Bool) { self.keepsColors = keepsColors }

  /// Takes more output; returns the lines that are complete.
  mutating func add(_ bytes: BytesView) -> [UInt8] {
    held.append(contentsOf: bytes)
    guard let end = held.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { held.removeFirst(end + 1) }
    return visible(held[...end])
  }

  /// Returns what is left behind the last complete line.
  mutating func finish() -> [UInt8] {
    defer { held = [] }
    return visible(held[...])
  }

  private func visible(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let isPlain = bytes.allSatisfy { ($0 >= 0x20 || $0 == 0x0A || $0 == 0x09) && $0 < 0x7F }
    if isPlain { return Array(bytes) }
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var (text, place) = ("", 0)
    while place < scalars.count {
      let count = keepsColors ? Self.colorLength(scalars[place...]) : 0
      if count == 0, Self.isObeyed(scalars[place], before: scalars[(place + 1)...].first) {
        text += Glyph(scalars[place]).sign
      } else {
        text.unicodeScalars.append(contentsOf: scalars[place..<place + max(count, 1)])
      }
      place += max(count, 1)
    }
    return Array(text.utf8)
  }

  /// Whether a terminal obeys a character; it may end and indent lines.
  private static func isObeyed(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    switch scalar {
    case "\n", "\t": false
    case "\r": next != "\n"
    default: scalar.properties.generalCategory == .control
    }
  }

  /// The length of the escape that begins a text and sets colours, such as `ESC[1;31m`; 0 if none does.
  private static func colorLength(_ text: ArraySlice<Unicode.Scalar>) -> Int {
    guard text.starts(with: ["\u{1B}", "["]) else { return 0 }
    let numbers = text.dropFirst(2).prefix { $0 == ";" || ("0"..."9").contains($0) }
    return text.dropFirst(2 + numbers.count).first == "m" ? numbers.count + 3 : 0
  }
}

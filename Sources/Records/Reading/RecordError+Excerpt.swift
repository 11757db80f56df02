extension RecordError.Excerpt {
  private static let before = 40
  private static let after = 30

  /// The line around a place, shortened to what a person can take in.
  init(of text: UnsafeRawBufferPointer, at place: Int) {
    let place = min(max(0, place), text.count)
    var start = place
    while start > 0 && place - start < Self.before && !Self.isBreak(text[start - 1]) { start -= 1 }
    var end = place
    while end < text.count && end - place < Self.after && !Self.isBreak(text[end]) { end += 1 }
    while start < place && text[start] & 0xC0 == 0x80 { start += 1 }
    while end > place && end < text.count && text[end] & 0xC0 == 0x80 { end -= 1 }
    let isCutBefore = start > 0 && !Self.isBreak(text[start - 1])
    let isCutAfter = end < text.count && !Self.isBreak(text[end])
    let head = (isCutBefore ? "…" : "") + Self.shown(text[start..<place])
    self.init(
      text: head + Self.shown(text[place..<end]) + (isCutAfter ? "…" : ""), mark: head.count)
  }

  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Text that keeps to one line and one column a character.
  private static func shown(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    var shown = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      shown.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "·" : scalar)
    }
    return shown
  }
}

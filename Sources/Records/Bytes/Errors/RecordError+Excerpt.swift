import Platform

extension RecordError.Excerpt {
  private static let before = 40
  private static let after = 30

  /// Where the line is that shows a place: behind the last text, where nothing but blanks stand on the place's own line and
  /// behind it; `nil` where there is no text at all.
  static func place(of byte: Int, in text: BytesView) -> Int? {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isBreak(byte) }
    let before = text.prefix(byte)
    guard text[before.endIndex...].allSatisfy(isBlank),
      before.reversed().prefix(while: { !isBreak($0) }).allSatisfy(isBlank)
    else { return byte }
    return before.lastIndex { !isBlank($0) }.map { $0 + 1 }
  }

  /// The line around a place, shortened to what a person can take in.
  init(of text: BytesView, at place: Int) {
    let place = min(max(0, place), text.count)
    var start = place
    while start > 0 && place - start < Self.before && !Self.isBreak(text[start - 1]) { start -= 1 }
    var end = place
    while end < text.count && end - place < Self.after && !Self.isBreak(text[end]) { end += 1 }
    while start < place && text[start] & 0xC0 == 0x80 { start += 1 }
    while end > place && end < text.count && text[end] & 0xC0 == 0x80 { end -= 1 }
    let isCutBefore = start > 0 && !Self.isBreak(text[start - 1])
    let isCutAfter = end < text.count && !Self.isBreak(text[end])
    let head = Self.shown(text[start..<place])
    self.init(
      text: (isCutBefore ? "…" : "") + head.text + Self.shown(text[place..<end]).text
        + (isCutAfter ? "…" : ""),
      mark: (isCutBefore ? 1 : 0) + head.width)
  }

  /// The end of a text, and the byte that could not be made text as the others.
  init(of text: BytesView, before rest: Slice<BytesView>) {
    let head = Self(of: text, at: text.count)
    let sign = rest.first.map { Glyph(number: UInt32($0), digits: 2).sign } ?? ""
    let isCut = rest.dropFirst().first.map { !Self.isBreak($0) } ?? false
    self.init(text: head.text + sign + (isCut ? "…" : ""), mark: head.mark)
  }

  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Text that keeps to one line and does nothing to a terminal, and the columns that it takes there.
  private static func shown(_ bytes: Slice<BytesView>) -> (text: String, width: Int) {
    var text = ""
    var width = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let glyph = Glyph(scalar)
      if glyph.sign.isEmpty { text.unicodeScalars.append(scalar) } else { text += glyph.sign }
      width += glyph.width
    }
    return (text, width)
  }
}

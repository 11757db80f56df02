import Platform

/// The text of member names as columns are called.
enum JSONName {
  /// The name that the content of a string spells, without its quotes.
  ///
  /// A lone surrogate, which no `String` can hold, is spelled as its escape: `\ud800`. For names to stay distinct, the
  /// backslashes before it, and before text that reads like such an escape, are doubled.
  static func decoded(_ content: BytesView) -> [UInt8] {
    let text = JSONValues.decodedString(content)
    let isPlain = !text.contains(Ascii.backslash) && String(validating: text, as: UTF8.self) != nil
    return isPlain ? text : text.withBytes(spelled)
  }

  private static func spelled(_ text: BytesView) -> [UInt8] {
    var name: [UInt8] = []
    var offset = 0
    var backslashes = 0
    while offset < text.count {
      let surrogate = UTF8Sequence.read(text, at: offset).flatMap {
        JSONWriter.isSurrogate($0.point) ? UInt16(truncatingIfNeeded: $0.point) : nil
      }
      if surrogate != nil || readsLikeSurrogate(text[offset...]) {
        name += repeatElement(Ascii.backslash, count: backslashes)
      }
      name += surrogate.map(JSONWriter.escape) ?? [text[offset]]
      backslashes = surrogate == nil && text[offset] == Ascii.backslash ? backslashes + 1 : 0
      offset += surrogate == nil ? 1 : 3
    }
    return name
  }

  /// Whether a text begins like the escape of a surrogate behind its backslash.
  private static func readsLikeSurrogate(_ text: Slice<BytesView>) -> Bool {
    func isHexadecimal(_ byte: UInt8) -> Bool {
      (Ascii.zero...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    let unit = text.prefix(5)
    return unit.count == 5 && unit.starts(with: [UInt8(ascii: "u"), UInt8(ascii: "d")])
      && unit.dropFirst(2).allSatisfy(isHexadecimal) && unit[unit.startIndex + 2] >= UInt8(ascii: "8")
  }
}

import Platform

/// Spells text as strings of JSON.
package enum JSONWriter {
  /// Appends a value: numbers, objects and arrays as they are spelled, what is absent as null.
  package static func append(_ value: Value, to output: inout [UInt8]) {
    switch value {
    case .absent, .null: output += "null".utf8
    case .boolean(let value): output += (value ? "true" : "false").utf8
    case .number(let number): output += number.utf8
    case .text(let text): appendString(text.utf8, to: &output)
    case .object(let json), .array(let json): output += json.utf8
    }
  }

  /// Appends `text` (UTF-8, lone surrogates as WTF-8) as a string in quotes.
  package static func appendString<Bytes: Collection<UInt8>>(_ text: Bytes, to output: inout [UInt8]) {
    output.append(Ascii.quote)
    let isWritten: Void? = text.withContiguousStorageIfAvailable { text in
      forEachPart(of: BytesView(text)) { output += $0 }
    }
    if isWritten == nil { Array(text).withBytes { forEachPart(of: $0) { output += $0 } } }
    output.append(Ascii.quote)
  }

  /// Whether what is spelled reads back as it was: UTF-8, lone surrogates included.
  package static func canSpell(_ text: [UInt8]) -> Bool {
    guard String(validating: text, as: UTF8.self) == nil else { return true }
    var spelled: [UInt8] = []
    appendString(text, to: &spelled)
    return spelled.withBytes { Field(json: $0)?.withText { Array($0) } } == text
  }

  /// Calls `append` with the parts of a string's content: runs of bytes that stand for themselves, and escapes.
  ///
  /// Escaped is what JSON requires, the shortest way. A lone surrogate, as WTF-8 holds it, becomes its escape, which
  /// ``JSONString/decode(_:into:)`` reads back. A byte that belongs to no character becomes one too, from `\udc80` to
  /// `\udcff`, as other programs have it that keep such bytes in text. So what is written is always valid JSON.
  ///
  /// - Parameter further: A character of ASCII that is escaped as well.
  package static func forEachPart(
    of text: BytesView, escaping further: UInt8 = UInt8(ascii: "\""), _ append: (BytesView) -> Void
  ) {
    var start = 0
    while true {
      let stop = plainEnd(of: text, from: start, further)
      append(text[part: start..<stop])
      guard stop < text.count else { return }
      let (escape, length) = escape(text, at: stop)
      escape.withBytes { append($0) }
      start = stop + length
    }
  }

  /// Where the run of bytes that stand for themselves ends.
  private static func plainEnd(of text: BytesView, from start: Int, _ further: UInt8) -> Int {
    var place = start
    while place < text.count {
      if place + 8 <= text.count, isPlain(text.load(at: place, as: UInt64.self), further) {
        place += 8
        continue
      }
      let byte = text[place]
      guard byte >= Ascii.space, byte != Ascii.quote, byte != Ascii.backslash, byte != further else { return place }
      if byte < 0x80 {
        place += 1
        continue
      }
      guard let (point, length) = UTF8Sequence.read(text, at: place), !isSurrogate(point) else { return place }
      place += length
    }
    return place
  }

  /// Whether eight bytes are all printable ASCII without quote, backslash or the given byte.
  private static func isPlain(_ word: UInt64, _ further: UInt8) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    func zeroes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    let control = (word &- ones &* 0x20) & ~word
    let special =
      zeroes(word ^ (ones &* 0x22)) | zeroes(word ^ (ones &* 0x5C)) | zeroes(word ^ (ones &* UInt64(further)))
    return (word | control | special) & (ones &* 0x80) == 0
  }

  /// The escape of what stands at a place, which does not stand for itself, and how many bytes it is of.
  private static func escape(_ text: BytesView, at place: Int) -> ([UInt8], Int) {
    let byte = text[place]
    if let letter = letter(byte) { return ([Ascii.backslash, letter], 1) }
    guard let (point, length) = UTF8Sequence.read(text, at: place) else {
      return (escape(of: 0xDC00 | UInt16(byte)), 1)
    }
    return (escape(of: UInt16(truncatingIfNeeded: point)), length)
  }

  /// What stands behind the backslash where that is one character.
  private static func letter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case Ascii.quote, Ascii.backslash: byte
    case Ascii.lineFeed: UInt8(ascii: "n")
    case Ascii.carriageReturn: UInt8(ascii: "r")
    case Ascii.tab: UInt8(ascii: "t")
    case 0x08: UInt8(ascii: "b")
    case 0x0C: UInt8(ascii: "f")
    default: nil
    }
  }

  /// The escape of half of a UTF-16 pair or another code unit: `\ud800`.
  package static func escape(of unit: UInt16) -> [UInt8] {
    [Ascii.backslash, UInt8(ascii: "u")]
      + [12, 8, 4, 0].map { shift in
        let digit = UInt8(unit >> UInt16(shift) & 0xF)
        return digit < 10 ? Ascii.zero + digit : UInt8(ascii: "a") + digit - 10
      }
  }

  /// Whether a code point is half of a UTF-16 pair, which no Unicode text has.
  static func isSurrogate(_ point: UInt32) -> Bool { 0xD800...0xDFFF ~= point }
}

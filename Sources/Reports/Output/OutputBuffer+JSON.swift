import Records

/// Which characters a JSON string escapes beside those that it has to.
package enum JSONSafety {
  /// None.
  case plain
  /// `<`, so that the text may stand in a `script` element.
  case markup
}

extension OutputBuffer {
  /// Appends a JSON string.
  ///
  /// A lone surrogate becomes its escape. A byte that is not UTF-8 becomes one, too, from `\udc80` to `\udcff`, as other
  /// programs have it that keep such bytes in text: different texts stay different.
  package func append(jsonString bytes: UnsafeRawBufferPointer, safety: JSONSafety = .plain) {
    append(UInt8(ascii: "\""))
    appendEscaped(bytes, markup: safety == .markup)
    append(UInt8(ascii: "\""))
  }

  /// Appends a JSON string.
  package func append(jsonString text: String, safety: JSONSafety = .plain) {
    var text = text
    text.withUTF8 { append(jsonString: UnsafeRawBufferPointer($0), safety: safety) }
  }

  /// Appends a field as the JSON value that it is, on one line; an absent one as `null`.
  package func append(jsonValue field: Field) {
    switch field.kind {
    case .absent, .null: append("null")
    case .true: append("true")
    case .false: append("false")
    case .text: append(jsonString: field.bytes)
    case .escapedText: _ = field.withText { append(jsonString: $0) }
    case .number: append(field.bytes)
    case .object, .array: append(compactJSON: field.bytes)
    }
  }

  /// Appends a JSON text without the white space between its tokens.
  package func append(compactJSON bytes: UnsafeRawBufferPointer) {
    var isInString = false
    var start = 0
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if isInString {
        if byte == UInt8(ascii: "\\") { place += 1 }
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte <= 0x20 {
        append(UnsafeRawBufferPointer(rebasing: bytes[start..<place]))
        start = place + 1
      }
      place += 1
    }
    append(UnsafeRawBufferPointer(rebasing: bytes[min(start, bytes.count)...]))
  }

  private func appendEscaped(_ bytes: UnsafeRawBufferPointer, markup: Bool) {
    var start = 0
    while true {
      let stop = Self.plainEnd(bytes, from: start, markup: markup)
      append(UnsafeRawBufferPointer(rebasing: bytes[start..<stop]))
      guard stop < bytes.count else { return }
      start = appendSpecial(bytes, at: stop)
    }
  }

  /// Where the run of bytes that stand for themselves ends.
  private static func plainEnd(_ bytes: UnsafeRawBufferPointer, from start: Int, markup: Bool)
    -> Int
  {
    let markupByte = markup ? UInt8(ascii: "<") : UInt8(ascii: "\"")
    var place = start
    while place + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard isPlain(word, markupByte) else { break }
      place += 8
    }
    while place < bytes.count {
      let byte = bytes[place]
      guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"),
        byte != markupByte
      else { break }
      place += 1
    }
    return place
  }

  /// Whether eight bytes are all printable ASCII without quote, backslash or the given byte.
  private static func isPlain(_ word: UInt64, _ markup: UInt8) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    func zeroes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    let control = (word &- ones &* 0x20) & ~word
    let special =
      zeroes(word ^ (ones &* 0x22)) | zeroes(word ^ (ones &* 0x5C))
      | zeroes(word ^ (ones &* UInt64(markup)))
    return (word | control | special) & (ones &* 0x80) == 0
  }

  /// Appends the character at `place`, which does not stand for itself; returns the place behind it.
  private func appendSpecial(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
    var scanner = TextScanner(bytes, from: place)
    switch scanner.next() {
    case .scalar(let scalar) where scalar.isASCII:
      appendEscape(UInt8(truncatingIfNeeded: scalar.value))
    case .scalar: append(UnsafeRawBufferPointer(rebasing: bytes[place..<scanner.position]))
    case .surrogate(let unit): appendUnicodeEscape(unit)
    case .invalid(let byte): appendUnicodeEscape(UInt16(0xDC00) | UInt16(byte))
    case nil: break
    }
    return scanner.position
  }

  private func appendEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    case 0x08: append("\\b")
    case 0x0C: append("\\f")
    default: appendUnicodeEscape(UInt16(byte))
    }
  }

  /// Appends half of a UTF-16 pair or another code unit: `\ud800`.
  package func appendUnicodeEscape(_ unit: UInt16) {
    append("\\u")
    for shift: UInt16 in [12, 8, 4, 0] { append(Self.digit(unit >> shift & 0xF)) }
  }

  private static func digit(_ value: UInt16) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: value)
    return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

/// Spells text and other values as JSON.
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
  ///
  /// Escaped is what JSON requires, the shortest way; a lone surrogate becomes `\udXXX`, which
  /// ``JSONString/decode(_:into:)`` reads back. A byte that belongs to no well-formed sequence becomes U+FFFD,
  /// so that what is written is always valid JSON.
  package static func appendString<Bytes: Collection<UInt8>>(
    _ text: Bytes, to output: inout [UInt8]
  ) {
    if text.withContiguousStorageIfAvailable({ appendQuoted($0, to: &output) }) == nil {
      Array(text).withUnsafeBufferPointer { appendQuoted($0, to: &output) }
    }
  }

  private static func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    output.append(Ascii.quote)
    var done = 0
    var offset = 0
    while offset < text.count {
      let byte = text[offset]
      let step = byte < 0x80 ? 1 : sequenceLength(text, at: offset)
      if step > 0, byte >= 0x20, byte != Ascii.quote, byte != Ascii.backslash {
        offset += step
        continue
      }
      output.append(contentsOf: text[done..<offset])
      offset += appendEscape(text, at: offset, to: &output)
      done = offset
    }
    output.append(contentsOf: text[done...])
    output.append(Ascii.quote)
  }

  /// The length of the well-formed UTF-8 sequence of several bytes at `offset`; 0 if none stands there.
  private static func sequenceLength(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    let rest = UnsafeBufferPointer(rebasing: text[offset..<min(offset + 4, text.count)])
    let scanner = JSONScanner(rest)
    guard let start = rest.baseAddress, let end = try? scanner.multibyte(start) else { return 0 }
    return end - start
  }

  /// Appends the escape of what cannot stand for itself and returns how many bytes that was.
  private static func appendEscape(
    _ text: UnsafeBufferPointer<UInt8>, at offset: Int, to output: inout [UInt8]
  ) -> Int {
    let byte = text[offset]
    if byte >= 0x80 {
      guard let unit = surrogate(text, at: offset) else {
        output.append(contentsOf: "\u{FFFD}".utf8)
        return 1
      }
      appendUnit(unit, to: &output)
      return 3
    }
    switch byte {
    case Ascii.quote, Ascii.backslash: output += [Ascii.backslash, byte]
    case Ascii.lineFeed: output += [Ascii.backslash, UInt8(ascii: "n")]
    case Ascii.carriageReturn: output += [Ascii.backslash, UInt8(ascii: "r")]
    case Ascii.tab: output += [Ascii.backslash, UInt8(ascii: "t")]
    case 0x08: output += [Ascii.backslash, UInt8(ascii: "b")]
    case 0x0C: output += [Ascii.backslash, UInt8(ascii: "f")]
    default: appendUnit(UInt16(byte), to: &output)
    }
    return 1
  }

  /// The surrogate whose three WTF-8 bytes stand at `offset`.
  static func surrogate(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt16? {
    guard text.count - offset >= 3, text[offset] == 0xED, text[offset + 1] & 0xE0 == 0xA0,
      text[offset + 2] & 0xC0 == 0x80
    else { return nil }
    return 0xD000 | UInt16(text[offset + 1] & 0x3F) << 6 | UInt16(text[offset + 2] & 0x3F)
  }

  static func appendUnit(_ unit: UInt16, to output: inout [UInt8]) {
    output += [Ascii.backslash, UInt8(ascii: "u")]
    for shift in stride(from: UInt16(12), through: 0, by: -4) {
      let digit = UInt8(unit >> shift & 0xF)
      output.append(digit < 10 ? Ascii.zero + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

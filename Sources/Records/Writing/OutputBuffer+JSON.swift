import Platform

/// Which character a JSON string escapes beside those that it has to.
package enum JSONSafety: UInt8 {
  /// None: a quote has to be escaped anyway.
  case plain = 0x22
  /// `<`, so that the text may stand in a `script` element.
  case markup = 0x3C
}

extension OutputBuffer {
  /// Appends UTF-8 as a JSON string.
  package func append(jsonString bytes: BytesView, safety: JSONSafety = .plain) {
    append(UInt8(ascii: "\""))
    JSONWriter.forEachPart(of: bytes, escaping: safety.rawValue) { append($0) }
    append(UInt8(ascii: "\""))
  }

  /// Appends a JSON string.
  package func append(jsonString text: String, safety: JSONSafety = .plain) {
    text.withBytes { append(jsonString: $0, safety: safety) }
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
  package func append(compactJSON bytes: BytesView) {
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
        append(bytes[part: start..<place])
        start = place + 1
      }
      place += 1
    }
    append(bytes[part: min(start, bytes.count)...])
  }
}

import Records

extension OutputBuffer {
  /// Appends a value as the page's script reads it: text as a string, a number as `["1.0"]`, an object or array without
  /// white space as `["{}",1]`, what is absent as `0`.
  func append(pageValue field: Field) {
    switch field.kind {
    case .absent: append("0")
    case .null: append("null")
    case .true: append("true")
    case .false: append("false")
    case .text: append(jsonString: field.bytes, safety: .markup)
    case .escapedText: _ = field.withText { append(jsonString: $0, safety: .markup) }
    case .number:
      append("[")
      append(jsonString: field.bytes, safety: .markup)
      append("]")
    case .object, .array:
      append("[")
      field.compactSpelling.withUnsafeBytes { append(jsonString: $0, safety: .markup) }
      append(",1]")
    }
  }

  /// Appends a key as an array of such values.
  func append(pageKey key: [Value]) {
    append("[")
    append(listing: key) { value in value.withField { append(pageValue: $0) } }
    append("]")
  }
}

import Records

extension JSONEmitter {
  /// Writes JSON for a page, in which no text ends the script that it stands in.
  init(page out: OutputBuffer) { self.init(out, safety: .markup) }

  /// Writes a value as the page's script reads it: text as a string, a number as `["1.0"]`, an object or array without
  /// white space as `["{}",1]`, what is absent as `0`.
  func value(page field: Field) {
    switch field.kind {
    case .absent: value(0)
    case .null: null()
    case .true: value(true)
    case .false: value(false)
    case .text: value(utf8: field.bytes)
    case .escapedText: _ = field.withText { value(utf8: $0) }
    case .number: list { value(utf8: field.bytes) }
    case .object, .array:
      list {
        value(utf8: field.compactSpelling)
        value(1)
      }
    }
  }

  /// Writes a key as a list of such values.
  func value(pageKey key: [Value]) { list(key) { part in part.withField { value(page: $0) } } }
}

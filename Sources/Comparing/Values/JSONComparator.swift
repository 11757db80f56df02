import Records

/// Text that holds JSON is compared by what it means: `luna.compare.json()`.
///
/// White space, the order of an object's members, escapes and the spelling of numbers do not matter;
/// the order of an array does. A text that is one JSON value counts as that value, so that a CSV cell
/// `{"a": 1}` equals a JSON object, `"x"` the text `x` and `1` a number; any other text counts as
/// text. Texts of more than 16 MiB that differ are an error: what they mean takes many times their size to hold.
package struct JSONComparator: Comparator {
  package init() {}

  package var summary: String { "JSON by meaning" }

  /// How long a text may be whose meaning is looked at.
  private static let longest = 16 << 20

  package func fits(_ value: Field) -> Bool {
    value.withText { $0.count > Self.longest || Field(json: $0) != nil } ?? true
  }

  package func areEqual(_ old: Field, _ new: Field) throws(MatchingError) -> Bool {
    if old.isEqual(to: new) { return true }
    for field in [old, new] where field.kind.isText && field.bytes.count > Self.longest {
      throw .tooLongJSON(length: field.bytes.count, limit: Self.longest)
    }
    return withMeaning(of: old) { left in withMeaning(of: new) { left.isEqual(to: $0) } }
  }

  private func withMeaning(of field: Field, _ body: (Field) -> Bool) -> Bool {
    field.withText { body(Field(json: $0) ?? Field(.text, $0)) } ?? body(field)
  }
}

/// Reads text that is one JSON value as that value; any other text stays text.
struct JSONTextNormalizer: Normalizer {
  var summary: String { "JSON in text" }

  func fits(_ value: Field) -> Bool { value.withText { Field(json: $0) != nil } ?? true }

  func normalize(_ buffer: FieldBuffer) {
    guard buffer.isText else { return }
    let text = Array(buffer.bytes)
    text.withBytes { bytes in if let field = Field(json: bytes) { buffer.load(field) } }
  }
}

import Platform
import Records

/// Reads text that is one JSON value as that value; any other text stays text.
struct JSONTextNormalizer: Normalizer {
  var summary: String { "JSON in text" }

  func fits(_ value: Field) -> Bool { value.withText { Field(json: $0) != nil } ?? true }

  func normalize(_ buffer: FieldBuffer) {
    guard buffer.isText else { return }
    let text = Array(buffer.bytes)
    text.withBytes { bytes in
      if let field = Field(json: bytes) { buffer.load(field) }
    }
  }
}

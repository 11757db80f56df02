import Platform
import Records

/// Texts become lists of JSON of what stands between separators: `a;b` becomes `["a","b"]`, an empty text no item.
///
/// Idempotent: a list stays as it is.
package struct SplitNormalizer: Normalizer {
  private let separator: [UInt8]

  /// - Throws: ``OptionError`` if the separator is empty.
  package init(_ separator: Text) throws(OptionError) {
    guard !separator.utf8.isEmpty else { throw OptionError("split", .emptySeparator) }
    self.separator = separator.utf8
  }

  package var summary: String { "split at '\(String(decoding: separator, as: UTF8.self).excerpt)'" }

  package func fits(_ value: Field) -> Bool { value.withText { _ in true } ?? false }

  package func normalize(_ buffer: FieldBuffer) {
    guard buffer.isText else { return }
    let output = OutputBuffer()
    output.append("[")
    if buffer.bytes.count > 0 {
      let text = buffer.bytes
      for (place, item) in separator.withBytes({ text.items(between: $0, text.itemCount($0)) }).enumerated() {
        if place > 0 { output.append(",") }
        output.append(jsonString: text[part: item])
      }
    }
    output.append("]")
    output.withBytes { buffer.set(.array, $0) }
  }
}

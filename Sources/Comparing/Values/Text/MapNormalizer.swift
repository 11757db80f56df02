import Platform
import Records

/// Values are replaced by others, one for one: `luna.text.map { A = "active", D = "deleted" }`.
///
/// A text, a number or a truth value is looked up as it is spelled; the result is text, or null. What is not in the map
/// stays as it is. Not idempotent where a value that is replaced is also what another is replaced by.
package struct MapNormalizer: Normalizer {
  private let keys: SortedTexts
  /// What each key stands for, in the order of the sorted keys.
  private let values: [[UInt8]?]

  /// Makes a normalizer of pairs; `nil` stands for null.
  ///
  /// - Throws: ``OptionError`` if there are no pairs, or two that contradict each other.
  package init(_ pairs: [(from: Text, to: Text?)]) throws(OptionError) {
    guard !pairs.isEmpty else { throw OptionError("text.map", .nothingGiven("value")) }
    var known: [Text: Text?] = [:]
    for pair in pairs {
      if let other = known.updateValue(pair.to, forKey: pair.from), other != pair.to {
        throw OptionError("text.map", .contradictingKey(pair.from.string))
      }
    }
    let sorted = known.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    keys = SortedTexts(sorted.map(\.key.utf8))
    values = sorted.map { $0.value?.utf8 }
  }

  package var summary: String { "map of \(values.count)" }

  package func fits(_ value: Field) -> Bool { (value.withSpelling(keys.index) ?? nil) != nil }

  package func normalize(_ buffer: FieldBuffer) {
    guard let place = buffer.field.withSpelling(keys.index) ?? nil else { return }
    if let text = values[place] { buffer.set(.text, text) } else { buffer.set(.null, BytesView(start: nil, count: 0)) }
  }
}

/// A value for what is missing: `luna.text.default("0")`.
///
/// The text stands where a value is null or absent. Idempotent.
package struct DefaultNormalizer: Normalizer {
  private let text: Text

  package init(_ text: Text) { self.text = text }

  package var summary: String { "'\(text.string.excerpt)' where nothing is" }

  package func normalize(_ buffer: FieldBuffer) {
    guard buffer.kind == .null || buffer.kind == .absent else { return }
    buffer.set(.text, text.utf8)
  }
}

/// Texts that mean nothing become null: `luna.text.null_if("", "NULL", "n/a")`.
///
/// An absent value stays absent. Idempotent.
package struct NullNormalizer: Normalizer {
  private let words: WordList

  /// Makes a normalizer from the texts that mean nothing.
  ///
  /// - Throws: ``OptionError`` if there are none.
  package init(_ words: [Text]) throws(OptionError) {
    guard !words.isEmpty else { throw OptionError("text.null_if", .nothingGiven("text")) }
    self.words = WordList(words)
  }

  package var summary: String { "null for " + words.summary }

  package func fits(_ value: Field) -> Bool { value.withText(words.contains) ?? false }

  package func normalize(_ buffer: FieldBuffer) {
    buffer.asText { if words.contains(buffer.bytes) { buffer.set(.null, BytesView(start: nil, count: 0)) } }
  }
}

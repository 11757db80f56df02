import Platform
import Records

/// Texts that stand for null.
struct WordList: Sendable {
  let words: [Text]
  private let sorted: SortedTexts

  init(_ words: [Text]) {
    self.words = words
    sorted = SortedTexts(words.map(\.utf8))
  }

  var summary: String {
    let most = 20
    let listed = words.prefix(most).map { "'\($0.string.excerpt)'" }.joined(separator: ", ")
    return words.count > most ? "\(listed) and \(words.count - most) more" : listed
  }

  /// Whether the field is null, absent, or one of the texts.
  func meansNothing(_ field: Field) -> Bool {
    switch field.kind {
    case .absent, .null: true
    case .text, .escapedText: field.withText(contains) ?? false
    default: false
    }
  }

  func contains(_ text: BytesView) -> Bool { sorted.index(of: text) != nil }
}

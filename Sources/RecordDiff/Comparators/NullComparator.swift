import Records

/// Several ways to say "nothing" are the same: `luna.compare.null_as("", "NULL", "n/a")`.
///
/// Null, an absent cell and each of the given texts are equal to one another; everything else is
/// compared exactly. Texts are matched as they stand. Without any text given, only null and absent
/// are the same.
package struct NullComparator: Comparator {
  private let words: WordList

  /// Makes a comparator from the texts that mean nothing.
  package init(_ words: [Text]) { self.words = WordList(words) }

  package var summary: String {
    let spelled = words.words.map { ", '\($0.string)'" }.joined()
    return "null, absent\(spelled) are the same"
  }

  package func areEqual(_ old: Field, _ new: Field) -> Bool {
    words.meansNothing(old) && words.meansNothing(new) || old.isEqual(to: new)
  }
}

/// Texts that stand for null.
struct WordList: Sendable {
  let words: [Text]

  init(_ words: [Text]) { self.words = words }

  /// Whether the field is null, absent, or one of the texts.
  func meansNothing(_ field: Field) -> Bool {
    switch field.kind {
    case .absent, .null: true
    case .text, .escapedText: field.withText(contains) ?? false
    default: false
    }
  }

  /// Whether a text is one of these.
  func contains(_ text: Span) -> Bool {
    words.contains { word in word.utf8.withUnsafeBytes { $0.isSame(as: text) } }
  }
}

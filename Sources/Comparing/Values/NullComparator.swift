import Records

/// Several ways to say "nothing" are the same: `luna.compare.null_as("", "NULL", "n/a")`.
///
/// Null, an absent cell and each of the given texts are equal to one another; everything else is compared exactly.
/// Texts are matched as they stand. Without any text given, only null and absent are the same.
package struct NullComparator: Comparator {
  private let words: WordList

  package init(_ words: [Text]) { self.words = WordList(words) }

  package var summary: String {
    words.words.isEmpty ? "null, absent are the same" : "null, absent, \(words.summary) are the same"
  }

  package func areEqual(_ old: Field, _ new: Field) -> Bool {
    words.meansNothing(old) && words.meansNothing(new) || old.isEqual(to: new)
  }
}

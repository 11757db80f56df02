/// A column of the old input that probably has another name in the new one.
package struct RenameSuggestion: Sendable, Equatable {
  /// The column's name in the old input.
  package let old: String
  /// The column's probable name in the new input.
  package let new: String
  /// How alike the names are, from 0 to 1.
  package let nameSimilarity: Double
  /// The share of the different values of the column with fewer of them that the other one has too, from 0 to 1.
  package let overlap: Double
  /// The share of paired records with equal values in both columns, from 0 to 1.
  ///
  /// `nil` without a key to pair by, or with too few different values.
  package let agreement: Double?
  /// Whether one column has far more different values, among which those of the other one may be by accident.
  let isLopsided: Bool

  /// How strongly the values speak for it, whatever the names say.
  var evidence: Double { max(agreement ?? 0, agreement == nil && !isLopsided ? overlap : overlap / 2) }

  /// How probable it is, to compare suggestions by.
  var score: Double { 0.7 * evidence + 0.3 * nameSimilarity }

  /// Whether it is probable enough to be told.
  var isLikely: Bool { evidence >= 0.6 || nameSimilarity >= 0.7 && evidence >= 0.2 }
}

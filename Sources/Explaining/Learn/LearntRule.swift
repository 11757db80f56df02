import Comparing
import Records

/// A way in which the values of a column differ although they mean the same.
package enum Noise: String, Sendable, CaseIterable {
  case letterCase = "case"
  case whiteSpace = "white space"
  case normalization = "Unicode normalization"
  case leadingZeros = "leading zeros"
  case number = "spelling of numbers"
  case decimalComma = "decimal comma"
  case groupMarks = "group marks in numbers"
  case rounding
  case dateFormat = "date format"
  case timeZone = "time zone"
  case nothing = "words for null"
  case codes = "codes"
  case listOrder = "list order"
  case renamed = "renamed column"
}

/// A rule that was learned from what differs.
package struct LearntRule: Sendable {
  /// One step of a column's rewriting.
  package enum Step: Sendable, Equatable {
    case trim, squeeze, nfc, lower
    /// Zeros before another character at the beginning go.
    case dropZeros
    /// A mark before three digits goes.
    case dropGroupMarks(String)
    /// A comma becomes a point.
    case commaToPoint
    case number
    /// Codes become others, in the order of the old ones.
    case map([Code])
  }

  /// A code of the old side and the one that stands for it on the new side.
  package struct Code: Sendable, Equatable {
    package let old: String
    package let new: String
  }

  /// What the rule does to its column.
  package indirect enum Change: Sendable, Equatable {
    case normalize([Step])
    /// Numbers are no further apart than this.
    case tolerance(String)
    /// Dates of these formats, those without a zone taken in one.
    case date(formats: [String], zone: String?)
    /// These texts mean nothing.
    case nullAs([String])
    /// Lists with a separator, in any order.
    case list(separator: String)
    /// Values are equal by one of several comparators.
    case any([Change])
    /// The column has this name now.
    case rename(String)
  }

  /// Two values that the rule makes one.
  package struct Example: Sendable {
    package let old: Value
    package let new: Value
  }

  /// The column, by its new name; of a rename by its old one.
  package let column: String
  /// In what the values differ.
  package let noises: [Noise]
  package let change: Change
  /// Whether the column is one of the key, so that the rule makes pairs.
  package var isOfKey = false
  /// How many cells of the column differ; of a key's column, how many records of the side with fewer have no partner.
  package let differing: Int
  /// How many of them the rule explains.
  package let explained: Int
  /// Some of these.
  package let examples: [Example]
}

/// What was learned from two inputs.
package struct LearntRules: Sendable {
  /// What tells the records apart.
  package let key: KeyChoice
  /// The rules, in the order of the columns; those of the key and renames first.
  package internal(set) var rules: [LearntRule] = []
  /// How many records are updated without the rules, and with them.
  package internal(set) var updated = (before: 0, after: 0)
  /// How many records are paired.
  package let paired: Int
}

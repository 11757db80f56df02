import Comparing
import Records
import StagedDiff

/// Why a comparison says of one record, or of two that it paired, what it says.
package struct RecordExplanation: Sendable {
  package enum Verdict: Sendable, Equatable {
    /// The filter leaves it out of the comparison.
    case filtered
    /// It has no partner: it is deleted or inserted.
    case unpaired(Side)
    case paired(isUpdated: Bool, isMoved: Bool)
  }

  package let verdict: Verdict
  /// The record on each side; `nil` where it has none.
  package let records: Sides<RecordFindings?>
  /// The records of the same identity; `nil` of a record that is left out.
  package internal(set) var namesakes: Namesakes?
  /// What has paired the two; `nil` of a record without a partner, or where the identity has one pass alone.
  package var pass: PassFindings?
  /// Why there is no partner; `nil` of paired records.
  package internal(set) var absence: Absence?
  /// What was said of the contents; `nil` of a record without a partner.
  package internal(set) var content: ContentFindings?
  /// Why the record counts as moved; `nil` where it does not.
  package internal(set) var move: MoveFindings?
}

/// What rules make of one record.
package struct RecordFindings: Sendable {
  /// The record's number in its table, counted from 0.
  package let record: Int
  /// What the filter says; `nil` without one.
  package let isKept: Bool?
  /// The part of a declared filter that leaves it out, in words.
  package let refusal: String?
  /// The parts of the identity; empty where it cannot be made.
  package let identity: [IdentityPart]
  /// Why a record that is left out has no identity.
  package let identityProblem: String?
  /// What names its section; `nil` without sections.
  package let section: Value?
}

package struct IdentityPart: Sendable, Equatable {
  /// The column; `nil` for what a function returned.
  package let column: String?
  /// The value as it stands; `nil` for what a function returned.
  package let raw: Value?
  /// What the value went through, in words.
  package let steps: [String]
  package let value: Value
}

/// How many records have one identity, and how such records pair.
package struct Namesakes: Sendable, Equatable {
  package let counts: Sides<Int>
  package let policy: ComparisonPlan.DuplicatePolicy

  /// Whether the identity occurs more than once on a side.
  package var areSeveral: Bool { counts.source > 1 || counts.target > 1 }
}

/// Which pass of an identity has paired two records.
package struct PassFindings: Sendable, Equatable {
  /// The pass, counted from 1, and how near the two records are.
  package let match: MatchedPasses.Match
  package let name: String
  /// What each column has added to the score; `nil` where there is none.
  package let score: ScoreFindings?
}

/// How the score of two records came about.
package struct ScoreFindings: Sendable, Equatable {
  package struct Step: Sendable, Equatable {
    package let column: String
    package let grade: ScoredMatching.Grade
    /// Bits of evidence, or the part of the mean.
    package let points: Double
    /// The comparator, in words.
    package let judge: String
  }

  package let steps: [Step]
  /// The odds in bits before any column is looked at; `nil` of a mean.
  package let odds: Double?
  /// What it all comes to, and what is wanted.
  package let sum: Double
  package let least: Double

  init(_ rule: ScoredMatching, _ grades: [ScoredMatching.Grade]) {
    odds = rule.isByEvidence ? rule.odds : nil
    let whole = zip(rule.by, grades).reduce(0.0) { sum, part in
      if case .share(let share) = part.0.weight, part.1.level != .missing { sum + share } else { sum }
    }
    steps = zip(rule.by, grades).map { column, grade in
      Step(
        column: column.name, grade: grade, points: column.points(grade) / (rule.isByEvidence || whole == 0 ? 1 : whole),
        judge: column.comparator.summary)
    }
    sum = rule.sum(grades) ?? 0
    least = rule.least
  }
}

/// What the rules said of the contents of two paired records.
package struct ContentFindings: Sendable {
  package enum Ground: Sendable, Equatable {
    /// The records are the same byte for byte, so that no rule was asked.
    case sameBytes
    case columns
    /// The rules' function `equal`, of both records.
    case function
  }

  package struct OmittedColumn: Sendable, Equatable {
    package enum Reason: String, Sendable {
      case ignored
      case key
      case notAmongOnly = "not among only"
      case onOneSide = "on one side only"
      case byPath = "compared by what is inside"
    }

    package let name: String
    package let reason: Reason
  }

  package let areEqual: Bool
  package let ground: Ground
  package let columns: [ColumnFindings]
  package let omitted: [OmittedColumn]
}

/// What was said of the two values of a column.
package struct ColumnFindings: Sendable {
  /// The column, or the path into a nested value.
  package let name: String
  package let raw: Sides<Value>
  /// What the values went through, in words.
  package let steps: [String]
  package let values: Sides<Value>
  package let judge: String
  package let areEqual: Bool
  /// What differs inside; `nil` unless both values are JSON objects or arrays.
  package let paths: [PathChange]?
}

/// Why a record counts as moved.
package struct MoveFindings: Sendable {
  /// A paired record that keeps its place.
  package struct Neighbour: Sendable {
    /// Its numbers in the tables, counted from 0.
    package let records: Sides<Int>
    package let key: [Value]
  }

  package let rule: MoveDetection
  /// The section that it left, where it went to another one.
  package let fromSection: Value?
  /// The next record before it in the target that keeps its place; `nil` if there is none in its section.
  package let previous: Neighbour?
  /// The next one behind it in the target.
  package let next: Neighbour?
  /// How many paired records keep their order, of how many.
  package let kept: (count: Int, of: Int)
}

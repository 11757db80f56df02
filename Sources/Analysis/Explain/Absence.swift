import Records

/// Why a record has no partner, and which records come nearest.
package struct Absence: Sendable {
  /// Why there is no partner.
  package enum Cause: Sendable, Hashable {
    /// The filter leaves the record itself out.
    case filtered
    /// The filter leaves out the record of the same identity on the other side.
    case partnerFiltered
    /// The records of the same identity on the other side are paired with others.
    case duplicate
    /// A record of the same identity stands on the other side, and the section of one of the two has no partner.
    case section
    /// The nearest record's identity is the same but for how these parts are written.
    case spelling([PartSpelling])
    /// The nearest record's identity is the same but for this part.
    case part(Int)
    /// No record comes near.
    case other
    /// The identity has several passes, and each has a cause of its own.
    case passes([PassAbsence.Cause])
  }

  /// How a part of two identities differs in nothing but its spelling.
  package struct PartSpelling: Sendable, Hashable {
    /// The part's number, counted from 0.
    package let part: Int
    package let spellings: [Spelling]
  }

  /// A record on the other side.
  package struct Candidate: Sendable {
    /// The record's number in its table, counted from 0.
    package let record: Int
    package let key: [Value]
    /// The number in the other table of the record that it is paired with.
    package let partner: Int?
  }

  package let cause: Cause
  /// Some records of the other side that come near, the nearest first.
  package internal(set) var candidates: [Candidate]
  /// Why each pass of the identity has not paired it; none where the identity has one alone.
  package internal(set) var passes: [PassAbsence] = []

  static let mostCandidates = 3
}

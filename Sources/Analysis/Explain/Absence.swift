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
    /// The nearest record's identity is alike in more than the spelling of its parts.
    case alike(Likeness)
    /// The nearest record's identity is another one, and so many other columns have the same values: all that are
    /// compared, or all but the one that is named.
    case content(Int, but: String? = nil)
    /// These parts of the identity have no value, and nothing else says more.
    case empty([Int])
    /// No record's identity is alike, or none is more than those of other records are by chance.
    case other
    /// No record's identity is the same but for its spelling or a part; for one that is alike nobody looked among so
    /// many.
    case unsearched
    /// The identity has several passes, and each has a cause of its own.
    case passes([PassAbsence.Cause])

    /// Whether the nearest identity is alike in more than the spelling of its parts.
    package var isAlike: Bool { if case .alike = self { true } else { false } }
  }

  /// How a part of two identities differs in nothing but its spelling.
  package struct PartSpelling: Sendable, Hashable {
    /// The part's number, counted from 0.
    package let part: Int
    package let spellings: [Spelling]
  }

  /// In what two identities are alike that differ in more than the spelling of their parts.
  package enum Likeness: String, Sendable {
    /// One is the other with something before or behind it, or both end with one number.
    case ends
    /// Letters and digits are the same, and the marks between them are not.
    case marks
    /// The same words stand in another order.
    case words
    /// One has letters beside its digits, and the other one has the digits alone.
    case letters
    /// Some digits are others.
    case digits
    /// A few characters are others.
    case characters
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

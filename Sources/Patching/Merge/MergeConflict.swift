import Comparing
import Records

/// What a merge cannot decide: a record or a field that both sides changed.
package struct MergeConflict: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case updated
    /// Ours deleted the record, theirs changed it.
    case deletedByOurs = "deleted by ours"
    /// Theirs deleted the record, ours changed it.
    case deletedByTheirs = "deleted by theirs"
    case inserted
  }

  /// One column's three values; `nil` where a side has none.
  package struct Field: Sendable, Equatable {
    package let column: String
    package let base: Value?
    package let ours: Value?
    package let theirs: Value?
    /// What excludes each other inside the three values; empty where it is the values as a whole.
    package let paths: [Inside]
  }

  /// One value inside a column's values that both sides changed in ways that exclude each other.
  package struct Inside: Sendable, Equatable {
    /// What the two sides did to it; a list whose elements both arranged in different ways is `updated`.
    package let kind: Kind
    /// A JSON pointer (RFC 6901) into ours; into the base for what ours deleted.
    package let path: String
    /// The path as rules and reports spell it, with the column's name: `items[sku=A1].qty`.
    package let name: String
    package let base: Value?
    package let ours: Value?
    package let theirs: Value?
    /// The path as a list rule spells it, `items[].tags`, where one that tells the list's elements apart would help.
    package let unruledList: String?
  }

  package let kind: Kind
  package let key: [Value]
  /// The record's number in each input, counted from 0.
  package let base: Int?
  package let ours: Int?
  package let theirs: Int?
  /// The columns that they disagree on, where both have the record.
  package let fields: [Field]

  /// The first list inside the values whose elements no rule tells apart, as a list rule spells its path.
  package var unruledList: String? { fields.lazy.flatMap(\.paths).compactMap(\.unruledList).first }
}

package enum MergeFavor: String, Sendable, CaseIterable {
  /// They are marked in the text.
  case none
  case ours
  case theirs
}

package struct MergeOutput: Sendable, Equatable {
  /// The whole text; conflicts are marked in it, unless a side was favoured.
  package let text: [UInt8]
  package let conflicts: [MergeConflict]
  /// How many records of ours were deleted, inserted and updated because theirs did so.
  package let taken: Summary
  package let notes: [String]
}

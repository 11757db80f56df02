import Records

/// What happened to one record.
package struct Change: Sendable, Equatable {
  package typealias Kind = ChangeKind

  /// One column's two values.
  package struct FieldChange: Sendable, Equatable {
    package let column: String
    /// The value in the source; `nil` where that side has no such column or cell.
    package let old: Value?
    /// The value in the target; `nil` where that side has no such column or cell.
    package let new: Value?
    /// What differs inside, in the order of the new value; `nil` unless both values are JSON objects or arrays.
    package let paths: [PathChange]?
  }

  package let kind: Kind
  /// The identity, one value per part.
  package let key: [Value]
  /// The record as it was; `nil` for an inserted one.
  package let old: RecordView?
  /// The record as it is; `nil` for a deleted one.
  package let new: RecordView?
  /// Whether the record stands in another place relative to the rest.
  package let moved: Bool
  /// Which pass of the identity has paired the record, and how near the two are; `nil` without a partner, or with one
  /// pass alone.
  package let match: MatchedPasses.Match?
  /// The section that the record is in (the one it was in, if deleted); `nil` without sections.
  package let section: Value?
  /// The section that the record came from, where it moved across sections.
  package let fromSection: Value?
  /// The columns that differ under the rules, in the target's order; empty unless updated.
  package let fields: [FieldChange]

  /// The record's number in the source, counted from 0; `nil` for an inserted one.
  package var source: Int? { old?.number }
  /// The record's number in the target, counted from 0; `nil` for a deleted one.
  package var target: Int? { new?.number }
}

extension Change {
  /// A key in words: its parts, commas between them.
  package static func describe(_ key: [Value]) -> String { key.map(\.description).joined(separator: ", ") }
}

extension Change.FieldChange: CustomStringConvertible {
  /// The change in words, as in `price: 5 → 7`; where a side has no value, `(absent)` stands for it.
  package var description: String { "\(column): \(old?.description ?? "(absent)") → \(new?.description ?? "(absent)")" }
}

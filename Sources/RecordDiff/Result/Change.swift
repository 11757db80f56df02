import Records

/// What happened to one record.
public struct Change: Sendable, Equatable {
  /// The kinds of change; a record that is both updated and moved is `updated`.
  public enum Kind: String, Sendable, CaseIterable {
    /// In the source only.
    case deleted
    /// In the target only.
    case inserted
    /// In both, with another content.
    case updated
    /// In both with equal content, at another place.
    case moved
  }

  /// One column's two values.
  public struct FieldChange: Sendable, Equatable {
    /// The column's name.
    public let column: String
    /// The value in the source; `nil` where that side has no such column or cell.
    public let old: Value?
    /// The value in the target; `nil` where that side has no such column or cell.
    public let new: Value?
    /// What differs inside, in the order of the new value; `nil` unless both values are JSON objects or arrays.
    public let paths: [PathChange]?
  }

  /// What happened.
  public let kind: Kind
  /// The identity, one value per part.
  public let key: [Value]
  /// The record's number in the source, counted from 0; `nil` for an inserted one.
  public let source: Int?
  /// The record's number in the target, counted from 0; `nil` for a deleted one.
  public let target: Int?
  /// Whether the record stands in another place relative to the rest.
  public let moved: Bool
  /// The section that the record is in (the one it was in, if deleted); `nil` without sections.
  public let section: Value?
  /// The section that the record came from, where it moved across sections.
  public let fromSection: Value?
  /// The columns that differ under the rules, in the target's order; empty unless updated.
  public let fields: [FieldChange]
}

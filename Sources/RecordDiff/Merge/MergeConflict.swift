import Records

/// A record that both sides changed in ways that exclude each other.
public struct MergeConflict: Sendable, Equatable {
  /// What the two sides did.
  public enum Kind: String, Sendable, CaseIterable {
    /// Both gave one column different values.
    case updated
    /// Ours deleted the record, theirs changed it.
    case deletedByOurs = "deleted by ours"
    /// Theirs deleted the record, ours changed it.
    case deletedByTheirs = "deleted by theirs"
    /// Both inserted a record of this key, with different content.
    case inserted
  }

  /// One column's three values; `nil` where a side has none.
  public struct Field: Sendable, Equatable {
    /// The column's name.
    public let column: String
    /// The value in the base.
    public let base: Value?
    /// The value in ours.
    public let ours: Value?
    /// The value in theirs.
    public let theirs: Value?
  }

  /// What the two sides did.
  public let kind: Kind
  /// The identity, one value per part.
  public let key: [Value]
  /// The record's number in the base, counted from 0.
  public let base: Int?
  /// The record's number in ours, counted from 0.
  public let ours: Int?
  /// The record's number in theirs, counted from 0.
  public let theirs: Int?
  /// The columns that they disagree on, where both have the record.
  public let fields: [Field]
}

/// What is done about conflicts.
public enum MergeFavor: String, Sendable, CaseIterable {
  /// They are marked in the text.
  case none
  /// Ours holds.
  case ours
  /// Theirs holds.
  case theirs
}

/// A merged text, and what was done to get it.
public struct MergeOutput: Sendable, Equatable {
  /// The whole text; conflicts are marked in it, unless a side was favoured.
  public let text: [UInt8]
  /// The conflicts, in the text's order.
  public let conflicts: [MergeConflict]
  /// How many records of ours were deleted, inserted and updated because theirs did so.
  public let taken: Summary
  /// What a person should know.
  public let notes: [String]
}

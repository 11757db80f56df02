import Comparing

/// What happened to one record.
public struct Change: Sendable {
  /// The kinds of change; a record that is both updated and moved is `updated`.
  public enum Kind: String, Sendable, CaseIterable {
    /// In the old input only.
    case deleted
    /// In the new input only.
    case inserted
    /// In both, with another content.
    case updated
    /// In both with equal content, at another place.
    case moved
  }

  private let change: Comparing.Change

  init(_ change: Comparing.Change) { self.change = change }

  /// What happened.
  public var kind: Kind { Kind(change.kind) }
  /// The identity, one value per part.
  public var key: [Value] { change.key.map(Value.init) }
  /// The record as it was; `nil` for an inserted one.
  public var old: DiffRecord? { change.old.map(DiffRecord.init) }
  /// The record as it is; `nil` for a deleted one.
  public var new: DiffRecord? { change.new.map(DiffRecord.init) }
  /// Whether the record stands in another place relative to the rest.
  public var isMoved: Bool { change.moved }
  /// The section that the record is in (the one it was in, if deleted); `nil` without sections.
  public var section: Value? { change.section.map(Value.init) }
  /// The section that the record came from, where it moved across sections.
  public var oldSection: Value? { change.fromSection.map(Value.init) }
  /// What differs under the rules, in the new input's order of columns; empty unless updated.
  public var fields: [FieldChange] { change.fields.map(FieldChange.init) }
}

/// A change is told from the others of its result by the numbers of its records.
extension Change: Identifiable {
  /// The numbers of the records in their inputs, counted from 0, the old one first; `nil` where there is none.
  public var id: [Int?] { [change.old?.number, change.new?.number] }
}

/// Two changes are equal if the same became of records with the same numbers and values.
extension Change: Hashable {
  /// Hashes the kind, the key and the records' numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(key)
    hasher.combine(id)
  }
}

/// A change is encoded as the JSON report writes it, but for lines and for what differs inside of values.
extension Change: Encodable {
  /// Encodes kind, key, section, the records' numbers, and the record or the fields that differ.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ElementKey.self)
    try members.encode(kind.rawValue, forKey: "kind")
    try members.encode(key, forKey: "key")
    try members.encodeIfPresent(section, forKey: "section")
    try members.encodeIfPresent(oldSection, forKey: "fromSection")
    try members.encodeIfPresent(change.old?.number, forKey: "source")
    try members.encodeIfPresent(change.new?.number, forKey: "target")
    switch kind {
    case .deleted, .inserted:
      guard let record = old ?? new else { break }
      var values = members.nestedContainer(keyedBy: ElementKey.self, forKey: "record")
      for column in record.columns { try values.encodeIfPresent(record[column], forKey: ElementKey(name: column)) }
    case .updated:
      try members.encode(isMoved, forKey: "moved")
      var columns = members.nestedContainer(keyedBy: ElementKey.self, forKey: "fields")
      for field in fields {
        var values = columns.nestedContainer(keyedBy: ElementKey.self, forKey: ElementKey(name: field.name))
        try values.encodeIfPresent(field.old, forKey: "old")
        try values.encodeIfPresent(field.new, forKey: "new")
      }
    case .moved: break
    }
  }
}

/// A column, or a place inside its value, with both of its values.
public struct FieldChange: Sendable, CustomStringConvertible {
  /// The column's name; inside a value, a JSON pointer (RFC 6901).
  public let name: String
  /// The old value; `nil` where there is none.
  public let old: Value?
  /// The new value; `nil` where there is none.
  public let new: Value?
  /// What differs inside, in the order of the new value; empty unless both values are objects or lists.
  public let parts: [FieldChange]

  /// The change in words, as in `price: 5 → 7`; where a side has no value, `(absent)` stands for it.
  ///
  /// If both sides would look the same, texts have quotes, and characters that are not ASCII have escapes.
  public var description: String {
    let words = [old, new].map { $0?.description ?? "(absent)" }
    let shown = words[0] == words[1] ? [old, new].map { $0?.marked ?? "(absent)" } : words
    return "\(name): \(shown[0]) → \(shown[1])"
  }
}

extension Value {
  /// The value with escapes for all characters except ASCII, and a text in quotes.
  fileprivate var marked: String {
    let text = description.unicodeScalars.map { $0.isASCII ? String($0) : $0.escaped(asASCII: true) }.joined()
    return if case .text = content { "\"\(text)\"" } else { text }
  }
}

extension FieldChange {
  fileprivate init(_ field: Comparing.Change.FieldChange) {
    name = field.column
    old = field.old.map(Value.init)
    new = field.new.map(Value.init)
    parts = (field.paths ?? []).map {
      FieldChange(name: $0.path, old: $0.old.map(Value.init), new: $0.new.map(Value.init), parts: [])
    }
  }
}

extension Change.Kind {
  fileprivate init(_ kind: Comparing.Change.Kind) {
    self =
      switch kind {
      case .deleted: .deleted
      case .inserted: .inserted
      case .updated: .updated
      case .moved: .moved
      }
  }

  /// The kind as the rooms below know it.
  var kind: Comparing.Change.Kind {
    switch self {
    case .deleted: .deleted
    case .inserted: .inserted
    case .updated: .updated
    case .moved: .moved
    }
  }
}

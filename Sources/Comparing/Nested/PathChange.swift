import Records

/// One thing that differs inside two versions of a nested value.
package struct PathChange: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case updated
    case inserted
    case deleted
    /// An element of a list that stands in another place relative to the rest.
    case moved
  }

  package let kind: Kind
  /// A JSON pointer (RFC 6901) into the new value; for what was deleted, into the old one.
  package let path: String
  /// A JSON pointer into the old value: of what moved, and of what was updated at another place.
  package let from: String?
  /// The old value; `nil` for what was inserted.
  package let old: Value?
  /// The new value; `nil` for what was deleted.
  package let new: Value?

  init(from old: Value, to new: Value) { (kind, path, from, self.old, self.new) = (.updated, "", nil, old, new) }

  package init(_ change: NestedChange) {
    kind = change.kind
    path = String(decoding: change.path.pointer, as: UTF8.self)
    from = change.from.map { String(decoding: $0.pointer, as: UTF8.self) }
    old = change.old?.value
    new = change.new?.value
  }
}

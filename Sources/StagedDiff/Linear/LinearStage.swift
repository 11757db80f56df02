/// One atomic batch of edits of a linear collection.
///
/// `deleted`, `updated` and a move's `from` are offsets before the batch, `inserted` and a move's
/// `to` after it. No offset occurs twice in a kind.
public struct LinearStage: Sendable, Hashable, Codable {
  /// Offsets of elements that get new content, ascending.
  public var updated: Offsets
  /// Offsets of elements that are taken out, ascending.
  public var deleted: Offsets
  /// Offsets of elements that are put in, ascending.
  public var inserted: Offsets
  /// Elements that change place, ascending by where they go.
  public var moved: [Move]

  /// Creates a batch; kinds that are not given are empty.
  @inlinable public init(
    updated: Offsets = Offsets(0..<0), deleted: Offsets = Offsets(0..<0), inserted: Offsets = Offsets(0..<0),
    moved: [Move] = []
  ) {
    self.updated = updated
    self.deleted = deleted
    self.inserted = inserted
    self.moved = moved
  }

  /// The number of edits.
  @inlinable public var changeCount: Int { updated.count + deleted.count + inserted.count + moved.count }

  /// From one offset before a batch to one after it.
  public struct Move: Sendable, Hashable {
    @usableFromInline package var from32: Int32
    @usableFromInline package var to32: Int32

    @inlinable package init(from: Int32, to: Int32) {
      from32 = from
      to32 = to
    }

    /// Creates a move; offsets beyond 32 bits are brought within.
    @inlinable public init(from: Int, to: Int) { self.init(from: Int32(clamping: from), to: Int32(clamping: to)) }

    /// The offset before the batch.
    @inlinable public var from: Int {
      get { Int(from32) }
      set { from32 = Int32(clamping: newValue) }
    }

    /// The offset after the batch.
    @inlinable public var to: Int {
      get { Int(to32) }
      set { to32 = Int32(clamping: newValue) }
    }
  }
}

extension LinearStage.Move: Codable {
  private enum CodingKeys: String, CodingKey {
    case from32 = "from"
    case to32 = "to"
  }
}

extension LinearStage.Move: CustomStringConvertible {
  /// For example `3→5`.
  public var description: String { "\(from32)→\(to32)" }
}

extension LinearStage: CustomStringConvertible {
  /// For example `updated 1, moved 3→5`.
  public var description: String {
    spell([("updated", Array(updated)), ("deleted", Array(deleted)), ("inserted", Array(inserted)), ("moved", moved)])
  }
}

/// The edits of a batch by their kinds.
func spell(_ edits: [(kind: String, places: [any CustomStringConvertible])]) -> String {
  let parts = edits.filter { !$0.places.isEmpty }.map { kind, places in
    "\(kind) \(places.map(\.description).joined(separator: " "))"
  }
  return parts.isEmpty ? "no edits" : parts.joined(separator: ", ")
}

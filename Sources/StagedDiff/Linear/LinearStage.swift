/// One atomic batch of edits of a linear collection.
///
/// `deleted`, `updated` and a move's `from` are offsets before the batch, `inserted` and a move's
/// `to` after it. No offset occurs twice in a kind.
public struct LinearStage: Sendable, Hashable, Codable {
  /// Offsets of elements that get new content, ascending.
  public var updated: [Int32]
  /// Offsets of elements that are taken out, ascending.
  public var deleted: [Int32]
  /// Offsets of elements that are put in, ascending.
  public var inserted: [Int32]
  /// Elements that change place, ascending by where they go.
  public var moved: [Move]

  /// Creates a batch; kinds that are not given are empty.
  ///
  /// - Complexity: O(1).
  public init(
    updated: [Int32] = [], deleted: [Int32] = [], inserted: [Int32] = [], moved: [Move] = []
  ) {
    self.updated = updated
    self.deleted = deleted
    self.inserted = inserted
    self.moved = moved
  }

  /// How many edits the batch has.
  ///
  /// - Complexity: O(1).
  public var changeCount: Int { updated.count + deleted.count + inserted.count + moved.count }

  /// From one offset before a batch to one after it.
  public struct Move: Sendable, Hashable, Codable {
    /// The offset before the batch.
    public var from: Int32
    /// The offset after the batch.
    public var to: Int32

    /// Creates a move.
    ///
    /// - Complexity: O(1).
    public init(from: Int32, to: Int32) {
      self.from = from
      self.to = to
    }
  }
}

extension LinearStage.Move: CustomStringConvertible {
  /// For example `3→5`.
  public var description: String { "\(from)→\(to)" }
}

extension LinearStage: CustomStringConvertible {
  /// For example `updated 1, moved 3→5`.
  public var description: String {
    var parts: [String] = []
    if !updated.isEmpty { parts.append("updated \(spell(updated))") }
    if !deleted.isEmpty { parts.append("deleted \(spell(deleted))") }
    if !inserted.isEmpty { parts.append("inserted \(spell(inserted))") }
    if !moved.isEmpty { parts.append("moved \(spell(moved))") }
    return parts.isEmpty ? "no edits" : parts.joined(separator: ", ")
  }
}

/// Values one after the other, blanks between them.
func spell(_ values: [some CustomStringConvertible]) -> String {
  values.map(\.description).joined(separator: " ")
}

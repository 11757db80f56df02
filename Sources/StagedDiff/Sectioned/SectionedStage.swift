/// One atomic batch of edits of a sectioned collection.
public struct SectionedStage: Sendable, Hashable, Codable {
  /// The edits of whole sections.
  public var sections: LinearStage
  /// The edits of elements.
  public var elements: ElementStage

  /// Creates a batch.
  public init(sections: LinearStage = LinearStage(), elements: ElementStage = ElementStage()) {
    self.sections = sections
    self.elements = elements
  }

  /// The number of edits, of sections and elements.
  public var changeCount: Int { sections.changeCount + elements.changeCount }

  /// Edits of elements in a sectioned collection, given by paths.
  ///
  /// `deleted`, `updated` and a move's `from` are paths before the batch, `inserted` and a move's `to` after it.
  public struct ElementStage: Sendable, Hashable, Codable {
    /// Paths of elements that get new content, ascending.
    public var updated: [ElementPath]
    /// Paths of elements that are taken out, ascending.
    public var deleted: [ElementPath]
    /// Paths of elements that are put in, ascending.
    public var inserted: [ElementPath]
    /// Elements that change place or section, ascending by where they go.
    public var moved: [Move]

    /// Creates edits; kinds that are not given are empty.
    public init(
      updated: [ElementPath] = [], deleted: [ElementPath] = [], inserted: [ElementPath] = [], moved: [Move] = []
    ) {
      self.updated = updated
      self.deleted = deleted
      self.inserted = inserted
      self.moved = moved
    }

    /// The number of edits.
    public var changeCount: Int { updated.count + deleted.count + inserted.count + moved.count }
  }

  /// From one path before a batch to one after it.
  public struct Move: Sendable, Hashable, Codable {
    /// The path before the batch.
    public var from: ElementPath
    /// The path after the batch.
    public var to: ElementPath

    /// Creates a move.
    public init(from: ElementPath, to: ElementPath) {
      self.from = from
      self.to = to
    }
  }
}

extension SectionedStage.Move: CustomStringConvertible {
  /// For example `[0, 2]→[1, 0]`.
  public var description: String { "\(from)→\(to)" }
}

extension SectionedStage: CustomStringConvertible {
  /// For example `sections: deleted 1; elements: moved [0, 2]→[1, 0]`.
  public var description: String {
    var parts: [String] = []
    if sections.changeCount > 0 { parts.append("sections: \(sections)") }
    if elements.changeCount > 0 { parts.append("elements: \(elements)") }
    return parts.isEmpty ? "no edits" : parts.joined(separator: "; ")
  }
}

extension SectionedStage.ElementStage: CustomStringConvertible {
  /// For example `updated [0, 1], moved [0, 2]→[1, 0]`.
  public var description: String {
    spell([("updated", updated), ("deleted", deleted), ("inserted", inserted), ("moved", moved)])
  }
}

extension Changeset {
  /// One atomic batch of edits, with the collection after it.
  public struct Stage {
    /// The edits.
    public let edits: LinearStage

    let changeset: Changeset
    let step: LinearChanges.Step
    let isLast: Bool

    /// The collection after this stage; made anew each time it is asked for.
    ///
    /// The last stage's data equal the target. (With ``MoveDetection/none`` they have its
    /// elements, in the order of the source.)
    ///
    /// - Complexity: O(1) for the last stage, else O(*n* + *m*).
    public var data: [Element] {
      if isLast, changeset.changes.moves != .none { return changeset.target }
      return changeset.changes.data(
        after: step, source: changeset.source, target: changeset.target)
    }
  }

  /// The batches that turn source into target, in order, empty ones left out.
  ///
  /// - Complexity: O(*c* + *v* log *d*) for *c* changes, *v* moves and *d* deletes.
  public var stages: [Stage] {
    let all: [(LinearChanges.Step, LinearStage)] = [
      (.updates, LinearStage(updated: changes.updated.map(\.source))),
      (.deletes, LinearStage(deleted: changes.deleted)),
      (
        .insertsAndMoves,
        LinearStage(inserted: changes.inserted, moved: changes.movesAfterDeletes)
      ),
    ]
    let present = all.filter { $0.1.changeCount > 0 }
    return present.map { step, edits in
      Stage(edits: edits, changeset: self, step: step, isLast: step == present.last?.0)
    }
  }

  /// Whether nothing differs.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { changes.isEmpty }

  /// How many changes there are of each kind.
  ///
  /// - Complexity: O(*u* log *v*) for *u* updates and *v* moves.
  public var summary: ChangeSummary { changes.summary }

  /// The changes that turn the target back into the source.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var inverted: Changeset {
    Changeset(source: target, target: source, changes: changes.inverted)
  }

  /// Applies the changes to a collection.
  ///
  /// - Parameter collection: a collection equal to the source. What is neither updated nor
  ///   inserted stays the element that stands here.
  /// - Returns: a collection equal to the target, or nil if `collection` has another length than
  ///   the source. With ``MoveDetection/none`` its order is that of the source, inserts apart.
  /// - Complexity: O(*n* + *m*).
  public func apply(to collection: some Collection<Element>) -> [Element]? {
    changes.apply(to: collection) { target[$0] }
  }
}

extension Changeset.Stage: Sendable where Element: Sendable {}

extension Changeset: CustomStringConvertible {
  /// For a person: one line for each change, deleted ones first, with offsets in source and target.
  ///
  /// ```text
  /// 1 deleted, 1 inserted, 1 updated, 1 moved, 0 unchanged
  /// - 1: b
  /// > 2→0: c
  /// ~ 0→1: a → A
  /// + 2: d
  /// ```
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var description: String {
    var lines = changes.moved.map { ($0.target, "> \($0): \(target[Int($0.target)])") }
    lines += changes.updated.map {
      ($0.target, "~ \($0): \(source[Int($0.source)]) → \(target[Int($0.target)])")
    }
    lines += changes.inserted.map { ($0, "+ \($0): \(target[Int($0)])") }
    let deletes = changes.deleted.map { "- \($0): \(source[Int($0)])" }
    return ([summary.description] + deletes + lines.sorted { $0.0 < $1.0 }.map(\.1))
      .joined(separator: "\n")
  }
}

extension Changeset {
  /// One atomic batch of edits, with the collection after it.
  public struct Stage {
    @usableFromInline let changeset: Changeset
    @usableFromInline let step: LinearChanges.Step
    @usableFromInline let isLast: Bool

    @inlinable init(_ changeset: Changeset, _ step: LinearChanges.Step, isLast: Bool) {
      self.changeset = changeset
      self.step = step
      self.isLast = isLast
    }

    /// The edits; made anew each time they are asked for.
    ///
    /// - Complexity: O(1) for deletes and inserts, else O(*u* + *v* log *d*) for *u* updates, *v* moves, *d* deletes.
    @inlinable public var edits: LinearStage { @inline(__always) get { changeset.changes.edits(step) } }

    /// The collection after this stage; made anew each time it is asked for.
    ///
    /// The last stage's data equal the target. (With ``MoveDetection/none`` they have its
    /// elements, in the order of the source.)
    ///
    /// - Complexity: O(1) for the last stage, else O(*n* + *m*).
    @inlinable public var data: [Element] {
      if changeset.changes.moves == .none { return changeset.unorderedData(after: step) }
      return isLast ? changeset.target : changeset.data(after: step)
    }
  }

  /// The batches that turn source into target, in order, empty ones left out.
  @inlinable public var stages: Stages { @inline(__always) get { Stages(self, changes.steps) } }

  /// The stages of a changeset, each made when it is asked for.
  public struct Stages: RandomAccessCollection {
    @usableFromInline let changeset: Changeset
    @usableFromInline let steps: StepMask

    @inlinable @inline(__always) init(_ changeset: Changeset, _ steps: StepMask) {
      self.changeset = changeset
      self.steps = steps
    }

    /// Always 0.
    @inlinable public var startIndex: Int { 0 }

    /// The number of stages, at most three.
    @inlinable public var endIndex: Int { @inline(__always) get { steps.count } }

    /// The stage at an index, from 0.
    @inlinable public subscript(index: Int) -> Stage {
      @inline(__always) get {
        Stage(
          changeset, LinearChanges.Step(rawValue: steps.position(at: index)) ?? .insertsAndMoves,
          isLast: index &+ 1 == endIndex)
      }
    }
  }

  /// What the collection holds after its updates or its deletes: each element that the target has is
  /// the target's already.
  @inlinable func data(after step: LinearChanges.Step) -> [Element] {
    if changes.pairsInPlace {
      let pairCount = source.count &- changes.deleted.count
      let pairs = Array(target[..<pairCount])
      return step == .updates ? pairs + source[pairCount...] : pairs
    }
    let known = changes.lists?.partners ?? []
    let partners = known.isEmpty ? changes.targetOffsets : known
    return source.withElements { source in
      target.withElements { target in
        replacing(source, by: target, partners, count: source.count &- (step == .updates ? 0 : changes.deleted.count))
      }
    }
  }

  /// What a collection in which order does not matter holds after a step.
  @inlinable func unorderedData(after step: LinearChanges.Step) -> [Element] {
    let current = changes.updating(source) { target[$0] }
    return switch step {
    case .updates: current
    case .deletes: removing(changes.deleted, from: current)
    case .insertsAndMoves: changes.arranged(current) { target[$0] }
    }
  }

  /// Whether there is no change.
  @inlinable public var isEmpty: Bool { changes.isEmpty }

  /// The numbers of changes by kind.
  ///
  /// - Complexity: O(*u* log *v*) for *u* updates and *v* moves.
  public var summary: ChangeSummary { changes.summary }

  /// The changes that turn the target back into the source.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var inverted: Changeset { Changeset(source: target, target: source, changes: changes.inverted) }

  /// Applies the changes to a collection.
  ///
  /// - Parameter collection: a collection equal to the source. What is neither updated nor
  ///   inserted stays the element that stands here.
  /// - Returns: a collection equal to the target, or nil if `collection` has another length than
  ///   the source. With ``MoveDetection/none`` its order is that of the source, inserts apart.
  /// - Complexity: O(*n* + *m*).
  @inlinable public func apply(to collection: some Collection<Element>) -> [Element]? {
    changes.apply(to: collection) { target[$0] }
  }
}

extension Changeset.Stage: Sendable where Element: Sendable {}
extension Changeset.Stages: Sendable where Element: Sendable {}

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
    var lines = changes.moved.map { ($0.target, "> \($0): \(target[$0.target])") }
    lines += changes.updated.map { ($0.target, "~ \($0): \(source[$0.source]) → \(target[$0.target])") }
    lines += changes.inserted.map { ($0, "+ \($0): \(target[$0])") }
    let deletes = changes.deleted.map { "- \($0): \(source[$0])" }
    return ([summary.description] + deletes + lines.sorted { $0.0 < $1.0 }.map(\.1)).joined(separator: "\n")
  }
}

extension SectionedChangeset {
  /// One atomic batch of edits, with the sections after it.
  public struct Stage {
    @usableFromInline let shared: Shared
    @usableFromInline let step: SectionedChanges.Step
    @usableFromInline let isLast: Bool

    @inlinable init(_ shared: Shared, _ step: SectionedChanges.Step, isLast: Bool) {
      self.shared = shared
      self.step = step
      self.isLast = isLast
    }

    /// The edits; made anew each time they are asked for.
    ///
    /// - Complexity: O(*c* log *n* + *s*) for *c* changes and *s* sections.
    @inlinable public var edits: SectionedStage { shared.changes.edits(step) }

    /// The sections after this stage; made when they are asked for.
    ///
    /// The last stage's data equal the target. (With ``MoveDetection/none`` they have its
    /// sections and elements, in the order of the source.)
    ///
    /// - Complexity: O(1) for the last stage, else O(*n* + *m*).
    @inlinable public var data: [DiffableSection<Model, Element>] {
      if shared.changes.sections.moves == .none {
        return shared.changes.data(after: step, source: shared.source, target: shared.target)
      }
      return isLast ? shared.target : shared.data(after: step)
    }
  }

  /// The batches that turn source into target, in order, empty ones left out.
  ///
  /// 1. elements updated
  /// 2. sections deleted, elements deleted
  /// 3. sections inserted, sections moved
  /// 4. elements inserted, elements moved
  /// 5. sections updated
  @inlinable public var stages: Stages { Stages(shared, shared.changes.steps) }

  /// The stages of a changeset, each made when it is asked for.
  public struct Stages: RandomAccessCollection {
    @usableFromInline let shared: Shared
    @usableFromInline let steps: StepMask

    @inlinable init(_ shared: Shared, _ steps: StepMask) {
      self.shared = shared
      self.steps = steps
    }

    /// Always 0.
    @inlinable public var startIndex: Int { 0 }

    /// The number of stages, at most five.
    @inlinable public var endIndex: Int { steps.count }

    /// The stage at an index, from 0.
    @inlinable public subscript(index: Int) -> Stage {
      Stage(
        shared, SectionedChanges.Step(rawValue: steps.position(at: index)) ?? .sectionUpdates,
        isLast: index &+ 1 == endIndex)
    }
  }

  /// Whether there is no change.
  @inlinable public var isEmpty: Bool { changes.isEmpty }

  /// The numbers of changes by kind, of sections and of elements.
  ///
  /// - Complexity: O(*u* log *v*) for *u* updates and *v* moves.
  public var summary: SectionedSummary { changes.summary }

  /// The changes that turn the target back into the source.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var inverted: SectionedChangeset {
    SectionedChangeset(source: target, target: source, changes: changes.inverted)
  }

  /// Applies the changes to sections.
  ///
  /// - Parameter sections: sections equal to the source. What is neither updated nor inserted stays what stands here.
  /// - Returns: sections equal to the target, or nil if the sections or the elements in one of them are not as many as
  ///   in the source. With ``MoveDetection/none`` their order is that of the source, inserts apart.
  /// - Complexity: O(*n* + *m*).
  @inlinable public func apply(to sections: some Collection<DiffableSection<Model, Element>>) -> [DiffableSection<
    Model, Element
  >]? {
    let sections = Array(sections)
    guard sections.count == source.count,
      sections.indices.allSatisfy({ sections[$0].elements.count == source[$0].elements.count })
    else { return nil }
    return changes.data(after: .sectionUpdates, source: sections, target: target)
  }
}

extension SectionedChangeset.Stage: Sendable where Model: Sendable, Element: Sendable {}
extension SectionedChangeset.Stages: Sendable where Model: Sendable, Element: Sendable {}

extension SectionedChangeset: CustomStringConvertible {
  /// For a person: the summary, then one line for each stage.
  ///
  /// - Complexity: O(*c* log *n*) for *c* changes.
  public var description: String { ([summary.description] + stages.map(\.edits.description)).joined(separator: "\n") }
}

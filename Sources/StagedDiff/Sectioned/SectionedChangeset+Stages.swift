extension SectionedChangeset {
  /// One atomic batch of edits, with the sections after it.
  public struct Stage {
    /// The edits.
    public let edits: SectionedStage

    let changeset: SectionedChangeset
    let step: SectionedChanges.Step
    let isLast: Bool

    /// The sections after this stage; made anew each time they are asked for.
    ///
    /// The last stage's data equal the target. (With ``MoveDetection/none`` they have its
    /// sections and elements, in the order of the source.)
    ///
    /// - Complexity: O(1) for the last stage, else O(*n* + *m*).
    public var data: [Section<Model, Element>] {
      let changes = changeset.changes
      let isOrderless = changes.sections.moves == .none
      if isLast, !isOrderless { return changeset.target }
      return changes.data(
        after: step, source: changeset.source, target: changeset.target,
        replacing: isOrderless ? changes.updatedPartners : changes.elementPartners)
    }
  }

  /// The batches that turn source into target, in order, empty ones left out.
  ///
  /// 1. elements updated
  /// 2. sections deleted, elements deleted
  /// 3. sections inserted, sections moved
  /// 4. elements inserted, elements moved
  /// 5. sections updated
  ///
  /// - Complexity: O(*c* log *n*) for *c* changes.
  public var stages: [Stage] {
    let steps = changes.steps
    return steps.map { step, edits in
      Stage(edits: edits, changeset: self, step: step, isLast: step == steps.last?.0)
    }
  }

  /// Whether nothing differs.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { changes.isEmpty }

  /// How many changes there are of each kind, of sections and of elements.
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
  /// - Parameter sections: sections equal to the source. What is neither updated nor inserted
  ///   stays what stands here.
  /// - Returns: sections equal to the target, or nil if the sections or the elements in one of them
  ///   are not as many as in the source. With ``MoveDetection/none`` their order is that of the
  ///   source, inserts apart.
  /// - Complexity: O(*n* + *m*).
  public func apply(to sections: some Collection<Section<Model, Element>>)
    -> [Section<Model, Element>]?
  {
    let sections = Array(sections)
    guard sections.map(\.elements.count) == source.map(\.elements.count) else { return nil }
    return changes.data(
      after: .sectionUpdates, source: sections, target: target, replacing: changes.updatedPartners)
  }

  /// Hands the stages to a consumer, one after the other.
  ///
  /// - Parameters:
  ///   - consumer: what shows the source now, and will show the target.
  ///   - limit: with more changes in all than this, one reload takes the place of every stage.
  ///   - interrupt: sees each stage before it is handed on; if it says true, one reload with the
  ///     target takes the place of the rest.
  /// - Complexity: O(*n* + *m*) for each stage, and the consumer's own.
  public func update<Consumer: BatchConsumer>(
    _ consumer: inout Consumer, reloadingAbove limit: Int? = nil,
    interrupt: (Stage) -> Bool = { _ in false }
  ) where Consumer.Batch == SectionedStage, Consumer.Data == [Section<Model, Element>] {
    if let limit, summary.changeCount > limit { return consumer.reload(with: target) }
    for stage in stages {
      if interrupt(stage) { return consumer.reload(with: target) }
      consumer.perform(stage.edits, data: stage.data)
    }
  }
}

extension SectionedChangeset.Stage: Sendable where Model: Sendable, Element: Sendable {}

extension SectionedChangeset: CustomStringConvertible {
  /// For a person: the summary, then one line for each stage.
  ///
  /// - Complexity: O(*c* log *n*) for *c* changes.
  public var description: String {
    ([summary.description] + stages.map(\.edits.description)).joined(separator: "\n")
  }
}

import Comparing

/// One atomic batch of edits: applied one after another, the stages turn the old records into the new ones.
///
/// Within a stage, records are updated and deleted at their old places, and inserted and moved to their new ones.
public struct Stage: Sendable {
  private let stage: ChangeStage
  private let comparison: Comparison

  fileprivate init(_ stage: ChangeStage, _ comparison: Comparison) {
    self.stage = stage
    self.comparison = comparison
  }

  /// How many edits it has, those of sections included.
  public var count: Int { stage.count }

  /// The changes of a kind that it makes; one that is updated and moved is updated in one stage and moved in another.
  public subscript(kind: Change.Kind) -> ChangeList {
    ChangeList(comparison, places: stage[kind.kind])
  }
}

extension ComparisonResult {
  /// The stages, in the order in which they are to be applied.
  public var stages: [Stage] {
    ChangeStage.all(comparison, ChangePlaces(comparison)).map { Stage($0, comparison) }
  }

  /// Walks the stages, and calls back for every edit: of each stage first updates, then deletions, insertions and moves.
  ///
  /// ```swift
  /// let stopped = try result.apply(until: { $0[.deleted].count > 100 }) { kind, change in
  ///   if kind == .deleted { try store.delete(change.key) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - isStopped: Is asked before each stage; `true` ends the walk.
  ///   - edit: What is done, and the change that it is a part of: one that is updated and moved comes twice.
  /// - Returns: The stage before which it was stopped; `nil` if everything was applied.
  @discardableResult
  public func apply(
    until isStopped: (Stage) throws -> Bool = { _ in false },
    _ edit: (Change.Kind, Change) throws -> Void
  ) rethrows -> Stage? {
    for stage in stages {
      if try isStopped(stage) { return stage }
      for kind in [Change.Kind.updated, .deleted, .inserted, .moved] {
        for change in stage[kind] { try edit(kind, change) }
      }
    }
    return nil
  }
}

// What consumers and the views' `reload(using:…)` have in common.

extension Changeset {
  /// Shows the stages one after the other, or everything at once.
  ///
  /// - Parameter isVisible: whether the view is on the screen; if not, everything is reloaded at once.
  @inlinable func show(
    isVisible: Bool, reloadingAbove limit: Int?, interrupt: (Stage) -> Bool, reload: ([Element]) -> Void,
    perform: (LinearStage, [Element]) -> Void
  ) {
    if !isVisible || limit.map({ summary.changeCount > $0 }) ?? false { return reload(target) }
    for stage in stages {
      if interrupt(stage) { return reload(target) }
      perform(stage.edits, stage.data)
    }
  }
}

extension SectionedChangeset {
  /// Shows the stages one after the other, or everything at once.
  ///
  /// - Parameter isVisible: whether the view is on the screen; if not, everything is reloaded at once.
  @inlinable func show(
    isVisible: Bool, reloadingAbove limit: Int?, interrupt: (Stage) -> Bool,
    reload: ([DiffableSection<Model, Element>]) -> Void,
    perform: (SectionedStage, [DiffableSection<Model, Element>]) -> Void
  ) {
    if !isVisible || limit.map({ summary.changeCount > $0 }) ?? false { return reload(target) }
    for stage in stages {
      if interrupt(stage) { return reload(target) }
      perform(stage.edits, stage.data)
    }
  }
}

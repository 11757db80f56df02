import StagedDiff

/// How many records (or sections) changed, and how: deleted, inserted, updated, moved, unchanged.
public typealias Summary = ChangeSummary

extension ChangeSummary {
  /// Whether nothing changed.
  public var isEmpty: Bool { changeCount == 0 }
}

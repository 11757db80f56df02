import StagedDiff

/// How many records (or sections) changed, and how: deleted, inserted, updated, moved, unchanged.
package typealias Summary = ChangeSummary

extension ChangeSummary {
  package var isEmpty: Bool { changeCount == 0 }
}

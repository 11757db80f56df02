/// The numbers of changes by kind.
public struct ChangeSummary: Sendable, Hashable, Codable {
  /// Elements that the target lacks.
  public var deleted: Int
  /// Elements that the source lacks.
  public var inserted: Int
  /// Paired elements whose content differs, moved or not.
  public var updated: Int
  /// Paired elements in another place, updated or not.
  public var moved: Int
  /// Paired elements that are neither updated nor moved.
  public var unchanged: Int

  /// Creates a summary.
  public init(deleted: Int = 0, inserted: Int = 0, updated: Int = 0, moved: Int = 0, unchanged: Int = 0) {
    self.deleted = deleted
    self.inserted = inserted
    self.updated = updated
    self.moved = moved
    self.unchanged = unchanged
  }

  /// All changes; an element that is both updated and moved counts twice.
  public var changeCount: Int { deleted + inserted + updated + moved }
}

extension ChangeSummary: CustomStringConvertible {
  /// For example `1 deleted, 2 inserted, 0 updated, 1 moved, 7 unchanged`.
  public var description: String {
    "\(deleted) deleted, \(inserted) inserted, \(updated) updated, \(moved) moved, " + "\(unchanged) unchanged"
  }
}

extension LinearChanges {
  /// Whether nothing differs.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { summary.changeCount == 0 }

  /// How many changes there are of each kind.
  ///
  /// - Complexity: O(*u* log *v*) for *u* updates and *v* moves.
  public var summary: ChangeSummary {
    ChangeSummary(
      deleted: deleted.count, inserted: inserted.count, updated: updated.count,
      moved: moved.count,
      unchanged: sourceCount - deleted.count - updated.count - moved.count + updatedAndMovedCount)
  }

  /// How many elements are both updated and moved.
  private var updatedAndMovedCount: Int {
    guard !updated.isEmpty, !moved.isEmpty else { return 0 }
    let targets = moved.map(\.target)
    return updated.count { targets.sortedContains($0.target) }
  }

  /// The batches that turn source into target, in order, empty ones left out.
  ///
  /// First the updates (offsets in the source), then the deletes (offsets in the source), then
  /// the inserts and moves (offsets in the target; a move's `from` is one after the deletes).
  ///
  /// - Complexity: O(*c* + *v* log *d*) for *c* changes, *v* moves and *d* deletes.
  public var stages: [LinearStage] {
    let all = [
      LinearStage(updated: updated.map(\.source)),
      LinearStage(deleted: deleted),
      LinearStage(inserted: inserted, moved: movesAfterDeletes),
    ]
    return all.filter { $0.changeCount > 0 }
  }

  var movesAfterDeletes: [LinearStage.Move] {
    moved.map { pair in
      let deletedBefore = deleted.countBelow(pair.source)
      return LinearStage.Move(
        from: pair.source - Int32(truncatingIfNeeded: deletedBefore), to: pair.target)
    }
  }

  /// The changes that turn the target back into the source.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var inverted: LinearChanges {
    LinearChanges(
      sourceCount: targetCount, targetCount: sourceCount, deleted: inserted, inserted: deleted,
      updated: updated.map(\.swapped).sorted { $0.source < $1.source },
      moved: moved.map(\.swapped).sorted { $0.target < $1.target }, moves: moves)
  }
}

extension Array where Element == Int32 {
  /// How many of these ascending numbers are below a bound, in O(log *n*).
  func countBelow(_ bound: Int32) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < bound { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether these ascending numbers contain one, in O(log *n*).
  func sortedContains(_ number: Int32) -> Bool {
    let place = countBelow(number)
    return place < count && self[place] == number
  }
}

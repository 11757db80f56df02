import StagedDiff

/// One change as numbers: what a report asks for first, and what `Change` is made of on demand.
package struct ChangeEntry: Sendable, Equatable {
  package let kind: Change.Kind
  package let isMoved: Bool
  /// The offset in the source, or −1.
  package let source: Int32
  /// The offset in the target, or −1.
  package let target: Int32

  /// All changes in the order of reports: deleted records in source order, then the rest in target order.
  ///
  /// - Complexity: O(*c*) for *c* changes.
  static func list(_ edits: EngineChanges, pairs: RecordPairs, updated: [Int32]) -> [ChangeEntry] {
    let deleted = edits.deletedSources(pairs)
    let moved = edits.movedTargets
    let inserted = edits.insertedTargets(pairs)
    var entries: [ChangeEntry] = []
    // Growing would take as much again, where there are many.
    entries.reserveCapacity(deleted.count + inserted.count + max(moved.count, updated.count))
    for source in deleted { entries.append(ChangeEntry(kind: .deleted, isMoved: false, source: source, target: -1)) }
    var places = (updated: 0, moved: 0, inserted: 0)
    func next(_ list: [Int32], _ place: Int) -> Int32 { place < list.count ? list[place] : .max }
    while true {
      let heads = (next(updated, places.updated), next(moved, places.moved), next(inserted, places.inserted))
      let target = min(heads.0, heads.1, heads.2)
      guard target < .max else { return entries }
      if heads.2 == target {
        entries.append(ChangeEntry(kind: .inserted, isMoved: false, source: -1, target: target))
        places.inserted += 1
        continue
      }
      entries.append(
        ChangeEntry(
          kind: heads.0 == target ? .updated : .moved, isMoved: heads.1 == target, source: pairs.source(of: target),
          target: target))
      places.updated += heads.0 == target ? 1 : 0
      places.moved += heads.1 == target ? 1 : 0
    }
  }

  /// The counts of some changes, of this many pairs.
  static func summary(_ entries: [ChangeEntry], paired: Int) -> Summary {
    var summary = Summary(unchanged: paired)
    for entry in entries {
      switch entry.kind {
      case .deleted: summary.deleted += 1
      case .inserted: summary.inserted += 1
      case .updated, .moved:
        summary.unchanged -= 1
        summary.updated += entry.kind == .updated ? 1 : 0
        summary.moved += entry.isMoved ? 1 : 0
      }
    }
    return summary
  }
}

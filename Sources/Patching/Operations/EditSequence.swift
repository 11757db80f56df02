import Comparing
import StagedDiff

/// The edits that turn the source into the target, in an order in which they can be executed one after another: what is
/// deleted, from the last to the first; what moves; what is updated; what is inserted, from the first to the last.
package struct EditSequence: Sendable {
  /// One edit, with places in the list as it is when its turn comes.
  package struct Edit: Sendable, Equatable {
    package let kind: Change.Kind
    /// The place of the change in the order of reports.
    package let change: Int
    /// Where the record is, counted from 0; `nil` of one that comes, and where places mean nothing.
    package let from: Int?
    /// Where it is then; `nil` of one that goes, and where places mean nothing.
    package let to: Int?
  }

  package private(set) var edits: [Edit] = []

  /// Puts the changes of a comparison in order.
  ///
  /// Places mean nothing where there are sections, or nothing counts as moved.
  ///
  /// - Complexity: O(*n* + *c* log *n*) for *n* records and *c* changes.
  package init(_ comparison: Comparison) {
    let entries = (0..<comparison.changeCount).map { ($0, comparison.entry(at: $0)) }
    let hasPlaces = !comparison.hasSections && comparison.plan.moves != .none
    let deleted = entries.filter { $0.1.kind == .deleted }.reversed()
    edits += deleted.map { place, entry in
      Edit(kind: .deleted, change: place, from: hasPlaces ? Int(entry.source) : nil, to: nil)
    }
    let kept = KeptOrder(comparison.pairing)
    edits += Self.moves(entries.filter(\.1.isMoved), kept, hasPlaces)
    edits += entries.filter { $0.1.kind == .updated }.map { place, entry in
      let rank = hasPlaces ? kept.rank(ofTarget: Int(entry.target)) : nil
      return Edit(kind: .updated, change: place, from: rank, to: rank)
    }
    edits += entries.filter { $0.1.kind == .inserted }.map { place, entry in
      Edit(kind: .inserted, change: place, from: nil, to: hasPlaces ? Int(entry.target) : nil)
    }
  }

  private static func moves(_ moved: [(place: Int, entry: ChangeEntry)], _ kept: KeptOrder, _ hasPlaces: Bool) -> [Edit]
  {
    guard hasPlaces, !moved.isEmpty else {
      return moved.map { Edit(kind: .moved, change: $0.place, from: nil, to: nil) }
    }
    return zip(moved, kept.moves(Set(moved.map { Int($0.entry.target) }))).map { change, move in
      Edit(kind: .moved, change: change.place, from: move.from, to: move.to)
    }
  }
}

/// The paired records by their order on each side.
private struct KeptOrder {
  /// The offsets in the target of the paired records, ascending.
  let targets: [Int]
  /// For each of them its rank among the paired ones in the source.
  let sourceRanks: [Int]
  private let ranks: [Int32]

  init(_ pairing: Pairing) {
    let partners = (0..<pairing.targetCount).map { pairing.partner(ofTarget: $0) }
    targets = partners.indices.filter { partners[$0] != nil }
    var sourceRank = [Int32](repeating: 0, count: pairing.sourceCount)
    var next: Int32 = 0
    for source in 0..<pairing.sourceCount where pairing.partner(ofSource: source) != nil {
      sourceRank[source] = next
      next += 1
    }
    sourceRanks = targets.map { target in partners[target].map { Int(sourceRank[$0]) } ?? 0 }
    var ranks = [Int32](repeating: 0, count: partners.count)
    for (rank, target) in targets.enumerated() { ranks[target] = Int32(truncatingIfNeeded: rank) }
    self.ranks = ranks
  }

  /// How many paired records come before one in the target.
  func rank(ofTarget target: Int) -> Int { Int(ranks[target]) }

  /// The places of the records that move, in the order of the target: each goes behind the one that precedes it there.
  func moves(_ moved: Set<Int>) -> [(from: Int, to: Int)] {
    let items = zip(targets, sourceRanks).map { target, rank in
      ListSteps.Item(old: Int32(truncatingIfNeeded: rank), isMoved: moved.contains(target))
    }
    return ListSteps(count: items.count, removed: [], items: items, hasEveryMove: true).steps.compactMap {
      if case .move(let from, let to) = $0 { (from, to) } else { nil }
    }
  }
}

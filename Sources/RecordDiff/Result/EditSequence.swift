import Records
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
    let hasPlaces = comparison.sections == nil && comparison.plan.moves != .none
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

  private static func moves(
    _ moved: [(place: Int, entry: ChangeEntry)], _ kept: KeptOrder, _ hasPlaces: Bool
  ) -> [Edit] {
    guard hasPlaces, !moved.isEmpty else {
      return moved.map { Edit(kind: .moved, change: $0.place, from: nil, to: nil) }
    }
    var line = MovingLine(kept, moved: moved.map { Int($0.entry.target) })
    return moved.enumerated().map { number, change in
      let (from, to) = line.move(number)
      return Edit(kind: .moved, change: change.place, from: from, to: to)
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
}

/// The line of paired records while one after another moves, in the order of the target, behind the one that precedes it
/// there.
///
/// What stands in front of a slot is counted by a binary indexed tree.
private struct MovingLine {
  private var counts: [Int32]
  private let slots: [SlotLayout.Slots]

  init(_ kept: KeptOrder, moved: [Int]) {
    let layout = SlotLayout(kept, moved: moved)
    slots = layout.slots
    counts = [Int32](repeating: 0, count: layout.isFilled.count + 1)
    for (slot, isFilled) in layout.isFilled.enumerated() where isFilled { add(1, at: slot) }
  }

  /// Moves a record, by its number among the moved ones.
  mutating func move(_ number: Int) -> (from: Int, to: Int) {
    let slots = self.slots[number]
    let from = count(before: slots.left)
    add(-1, at: slots.left)
    let to = count(before: slots.taken)
    add(1, at: slots.taken)
    return (from, to)
  }

  private mutating func add(_ amount: Int32, at slot: Int) {
    var place = slot + 1
    while place < counts.count {
      counts[place] += amount
      place += place & -place
    }
  }

  private func count(before slot: Int) -> Int {
    var (place, sum) = (slot, 0)
    while place > 0 {
      sum += Int(counts[place])
      place -= place & -place
    }
    return sum
  }
}

/// A line of slots: one for each record that stays, in their order, which is the same on both sides, and two for each that
/// moves, the one that it leaves and the one that it takes.
///
/// Between two records that stay there are first the slots to take, in the order of the target, then those to leave.
private struct SlotLayout {
  /// The slots of a record that moves.
  typealias Slots = (left: Int, taken: Int)

  private(set) var slots: [Slots]
  /// Whether somebody stands in a slot at first.
  private(set) var isFilled: [Bool] = []
  /// For each paired record, in the order of the target, its number among the moved ones.
  private let numbers: [Int?]
  /// The paired records in the order of the source, by their ranks in the target.
  private var leaving: ArraySlice<Int>
  private var taken = 0

  init(_ kept: KeptOrder, moved: [Int]) {
    slots = Array(repeating: (0, 0), count: moved.count)
    var numbers = [Int?](repeating: nil, count: kept.targets.count)
    for (number, target) in moved.enumerated() { numbers[kept.rank(ofTarget: target)] = number }
    self.numbers = numbers
    leaving = kept.sourceRanks.indices.sorted { kept.sourceRanks[$0] < kept.sourceRanks[$1] }[...]
    while addGap() {
      isFilled.append(true)
      taken += 1
      _ = leaving.popFirst()
    }
  }

  /// Adds what is in front of the next record that stays; false if there is none.
  private mutating func addGap() -> Bool {
    while taken < numbers.count, let number = numbers[taken] {
      slots[number].taken = isFilled.count
      isFilled.append(false)
      taken += 1
    }
    while let rank = leaving.first, let number = numbers[rank] {
      slots[number].left = isFilled.count
      isFilled.append(true)
      leaving.removeFirst()
    }
    return taken < numbers.count
  }
}

/// The steps that turn one list into another, each with the indices that hold when its turn comes.
///
/// What goes is taken away from the last to the first, so that an index is still the old one. Then the new list is
/// walked from its beginning: what comes or moves is put behind the element that was walked last. An element that is to
/// move and has not been reached yet is *pending*: it still stands somewhere among those that stay.
///
/// Old elements that nothing is said of stay where they are among those around them.
struct ListSteps {
  struct Item {
    /// The index in the old list, −1 for what comes.
    let old: Int32
    let isMoved: Bool
  }

  /// One step; an item is given by its number.
  enum Step: Equatable {
    case remove(Int)
    case move(from: Int, to: Int)
    case add(Int, item: Int)
  }

  private enum Fate: UInt8 { case stays, goes, isListed, moves }

  /// The index of each item once all steps are done.
  private(set) var positions: [Int32] = []
  private(set) var steps: [Step] = []
  private var fates: [Fate]
  private var pending: Pending?
  /// Whether an element that is to move has a step even where it is in its position already.
  private let hasEveryMove: Bool

  private struct Pending {
    var counts: PendingCounts
    /// For each old index how many before it neither go nor move.
    var ranks: [Int32]
    /// For each pending element that has been passed, how many of the new list stand before it.
    var passed: [Int32]
  }

  /// `removed` are old indices, ascending; `items` is the new list as far as something is said of it: those that stay
  /// are in the old order.
  ///
  /// - Complexity: O(*n*), and O(*m* log *n*) for *m* moves.
  init(count: Int, removed: [Int], items: [Item], hasEveryMove: Bool = false) {
    self.hasEveryMove = hasEveryMove
    fates = [Fate](repeating: .stays, count: count)
    for position in removed { fates[position] = .goes }
    for item in items where item.old >= 0 { fates[Int(item.old)] = item.isMoved ? .moves : .isListed }
    if items.contains(where: \.isMoved) { preparePending() }
    steps = removed.reversed().map { .remove($0) }
    positions.reserveCapacity(items.count)
    walk(items)
  }

  private mutating func preparePending() {
    var counts = PendingCounts(count: fates.count)
    var ranks: [Int32] = []
    ranks.reserveCapacity(fates.count)
    var rank: Int32 = 0
    for (position, fate) in fates.enumerated() {
      ranks.append(rank)
      if fate == .moves { counts.change(position, by: 1) }
      if fate == .stays || fate == .isListed { rank += 1 }
    }
    pending = Pending(counts: counts, ranks: ranks, passed: [Int32](repeating: 0, count: fates.count))
  }

  private mutating func walk(_ items: [Item]) {
    /// How much of the new list has been walked, and the old index behind what of it stayed.
    var (position, next) = (0, 0)
    for (number, item) in items.enumerated() {
      let old = Int(item.old)
      if old >= 0, !item.isMoved {
        pass(from: next, to: old, &position)
        next = old + 1
      } else {
        let from = old < 0 ? nil : take(old, position, next)
        let to = position + (pending?.counts.count(before: next) ?? 0)
        if let from {
          if from != to || hasEveryMove { steps.append(.move(from: from, to: to)) }
        } else {
          steps.append(.add(to, item: number))
        }
      }
      positions.append(Int32(truncatingIfNeeded: position))
      position += 1
    }
  }

  /// Walks past old elements that are no part of the new list, or only later.
  private mutating func pass(from start: Int, to end: Int, _ position: inout Int) {
    guard start < end else { return }
    for old in start..<end {
      switch fates[old] {
      case .stays: position += 1
      case .moves: pending?.passed[old] = Int32(truncatingIfNeeded: position)
      case .goes, .isListed: break
      }
    }
  }

  private mutating func take(_ old: Int, _ position: Int, _ next: Int) -> Int {
    guard var pending else { return position }
    // Taken out while it changes, so that it is not copied.
    self.pending = nil
    defer { self.pending = pending }
    let listed = old < next ? pending.passed[old] : Int32(position) + pending.ranks[old] - pending.ranks[next]
    pending.counts.change(old, by: -1)
    return Int(listed) + pending.counts.count(before: old)
  }
}

/// How many of some positions before another one are marked, while marks come and go: a Fenwick tree.
///
/// - Complexity: O(log *n*) for each question and each change, of *n* positions.
struct PendingCounts {
  private var sums: [Int32]

  init(count: Int) { sums = [Int32](repeating: 0, count: count + 1) }

  mutating func change(_ position: Int, by amount: Int32) {
    var node = position + 1
    while node < sums.count {
      sums[node] += amount
      node += node & -node
    }
  }

  func count(before position: Int) -> Int {
    var node = position
    var sum = 0
    while node > 0 {
      sum += Int(sums[node])
      node &= node - 1
    }
    return sum
  }
}

import StagedDiff

/// Which pairs are moves, found while pairs are walked in target order: once to see them all, and once to be asked.
struct SpilledMoves {
  private var least: LeastRunMoves?
  private var staying: StayingRuns?
  private var walk: HeckelWalk?
  private let ranks: OffsetRanks

  /// - Parameters:
  ///   - moves: What a move is.
  ///   - sources: The source's records that have a partner.
  ///   - count: How many these are.
  init(_ moves: MoveDetection, among sources: OffsetSet, count: Int) {
    ranks = sources.ranks
    switch moves {
    case .minimal: least = LeastRunMoves()
    case .heckel: walk = HeckelWalk(count: count)
    case .none: break
    }
  }

  /// Sees the next pair.
  mutating func see(_ partner: Partner) { least?.append(ranks[partner.source]) }

  /// All pairs were seen.
  mutating func settle() {
    staying = least.take()?.stays()
  }

  /// Whether the next pair is a move.
  mutating func isMove(_ partner: Partner) -> Bool {
    if let stays = staying?.next() { return !stays }
    return walk?.isMove(ranks[partner.source]) ?? false
  }
}

/// DifferenceKit's rule over pairs in target order: the first source record that was not visited yet stays.
private struct HeckelWalk {
  private var visited: OffsetSet
  private var first: Int32 = 0

  init(count: Int) { visited = OffsetSet(below: count) }

  mutating func isMove(_ rank: Int32) -> Bool {
    while visited.contains(first) { first += 1 }
    visited.insert(rank)
    return rank != first
  }
}

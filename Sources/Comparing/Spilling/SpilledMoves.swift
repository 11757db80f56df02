import StagedDiff

/// Which pairs are moves, found while pairs are walked in target order: once to see them all, and once to be asked.
///
/// In sections a move is what changes section, or place among the others that stay in it.
struct SpilledMoves {
  private let moves: MoveDetection
  private let sections: SpilledSections
  private let ranks: OffsetRanks
  /// The section of the target that the walk is in, or −1, and the ranks of the records in its partner.
  private var section = -1
  private var partners: Range<Int32> = 0..<0
  /// What is known of the section that the walk is in.
  private var least = LeastRunMoves()
  private var heckel: HeckelWalk
  /// What stays in each section of the target with pairs, the last one first.
  private var staying: [(section: Int, runs: StayingRuns)] = []
  private var runs: StayingRuns?

  /// - Parameters:
  ///   - moves: What a move is.
  ///   - sources: The source's records that have a partner.
  ///   - count: How many these are.
  init(
    _ moves: MoveDetection, _ sections: SpilledSections, among sources: OffsetSet, count: Int
  ) {
    self.moves = moves
    self.sections = sections
    ranks = sources.ranks
    heckel = HeckelWalk(count: moves == .heckel ? count : 0)
  }

  /// Goes on to the section of a target record; whether that is another one.
  private mutating func enter(_ target: Int32) -> Bool {
    let layout = sections.layouts.target
    if section >= 0, layout.elements(ofSection: section).contains(target) { return false }
    section = layout.section(of: target, guess: -1)
    let sources = sections.partners(ofTargetSection: section)
    partners = ranks[sources.lowerBound]..<ranks[sources.upperBound]
    return true
  }

  // MARK: Seeing all

  /// Sees the next pair.
  mutating func see(_ target: Int32, _ partner: Partner) {
    guard moves == .minimal else { return }
    let last = section
    if enter(target) { settle(last) }
    let rank = ranks[partner.source]
    if partners.contains(rank) { least.append(rank) }
  }

  private mutating func settle(_ section: Int) {
    if section >= 0 { staying.append((section, least.stays())) }
    least = LeastRunMoves()
  }

  /// All pairs were seen.
  mutating func settle() {
    settle(section)
    staying.reverse()
    section = -1
  }

  // MARK: Being asked

  /// Whether the next pair is a move.
  mutating func isMove(_ target: Int32, _ partner: Partner) -> Bool {
    if enter(target) {
      heckel.first = partners.lowerBound
      runs = staying.last?.section == section ? staying.removeLast().runs : nil
    }
    let rank = ranks[partner.source]
    let isNext = moves == .heckel && heckel.isNext(rank, below: partners.upperBound)
    guard partners.contains(rank) else { return true }
    return switch moves {
    case .minimal: runs?.next() == false
    case .heckel: !isNext
    case .none: false
    }
  }
}

/// DifferenceKit's rule over pairs in target order: the first source record that was not visited yet stays.
private struct HeckelWalk {
  private var visited: OffsetSet
  /// The rank from which on the first one that was not visited is looked for.
  var first: Int32 = 0

  init(count: Int) { visited = OffsetSet(below: count) }

  /// Whether a record is the first one below an end that was not visited; now it is visited.
  mutating func isNext(_ rank: Int32, below end: Int32) -> Bool {
    while first < end, visited.contains(first) { first += 1 }
    visited.insert(rank)
    return rank == first && first < end
  }
}

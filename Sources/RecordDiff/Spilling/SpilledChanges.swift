import Records
import StagedDiff

/// The changes of pairs in the temporary folder, found in one walk along the target.
struct SpilledChanges {
  private(set) var differences = Differences()
  private var inserted: [Int32] = []
  private var moved: [OffsetPair] = []
  private let partners: SpilledPartners

  /// Compares the contents of the pairs that may differ, in the order of the target, on every core.
  ///
  /// - Throws: What rules throw.
  init(
    _ collections: ComparisonInput, _ partners: SpilledPartners, _ moves: consuming SpilledMoves,
    _ memory: SpillingMemory
  ) throws {
    self.partners = partners
    var moves = moves
    let meter = collections.plan.run.meter
    meter?.begin(.comparing, of: partners.count)
    for start in stride(from: 0, to: partners.count, by: memory.block) {
      let block = start..<min(start + memory.block, partners.count)
      try compare(block, collections)
      walk(block, &moves)
      meter?.advance(by: block.count)
    }
  }

  private mutating func compare(_ block: Range<Int>, _ collections: ComparisonInput) throws {
    let (partners, orders) = (partners, collections.orders)
    let parts = try collections.map(count: block.count) { range, worker in
      var part = Differences()
      for target in range.lowerBound + block.lowerBound..<range.upperBound + block.lowerBound {
        let partner = partners[target]
        guard partner.mayDiffer else { continue }
        try collections.plan.run.meter?.check()
        try part.compare(
          orders.source[Int(partner.source)], orders.target[target],
          at: Int32(truncatingIfNeeded: target), worker)
      }
      return part
    }
    for part in parts { differences.append(part) }
  }

  private mutating func walk(_ block: Range<Int>, _ moves: inout SpilledMoves) {
    for offset in block {
      let (partner, target) = (partners[offset], Int32(truncatingIfNeeded: offset))
      if !partner.isPaired {
        inserted.append(target)
      } else if moves.isMove(partner) {
        moved.append(OffsetPair(source: partner.source, target: target))
      }
    }
  }

  /// The changes as the engine gives them.
  func changes(_ pairs: PairSpill, sourceCount: Int, _ moves: MoveDetection) -> LinearChanges {
    let updated = differences.targets.map {
      OffsetPair(source: partners[Int($0)].source, target: $0)
    }
    return LinearChanges(
      sourceCount: sourceCount, targetCount: partners.count,
      deleted: Offsets(numbers: pairs.sources.missing(below: sourceCount)),
      inserted: Offsets(numbers: inserted),
      updated: updated.sorted { $0.source32 < $1.source32 }, moved: moved, moves: moves)
  }
}

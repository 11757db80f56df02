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
    for block in memory.blocks(of: partners.count) {
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
      } else if moves.isMove(target, partner) {
        moved.append(OffsetPair(source: partner.source, target: target))
      }
    }
  }

  /// The changes as the engine gives them.
  ///
  /// - Parameters:
  ///   - deleted: The source's records without a partner, ascending.
  ///   - updatedSections: The target's sections whose own content differs; `nil` without sections.
  func edits(
    _ sections: SpilledSections, deleted: [Int32], updatedSections: [Int32]?,
    _ moves: MoveDetection
  ) -> EngineChanges {
    let updated = differences.targets.map {
      OffsetPair(source: partners[Int($0)].source, target: $0)
    }.sorted { $0.source32 < $1.source32 }
    guard let updatedSections else {
      return .linear(
        LinearChanges(
          sourceCount: sections.layouts.source.elementCount, targetCount: partners.count,
          deleted: Offsets(numbers: deleted), inserted: Offsets(numbers: inserted),
          updated: updated, moved: moved, moves: moves))
    }
    let gone = deleted.filter { sections.survives(.source, $0) }
    let come = inserted.filter { sections.survives(.target, $0) }
    return .sectioned(
      SectionedChanges(
        sections: sections.pairing, updatedTargetSections: updatedSections, moves: moves,
        elements: .init(
          deleted: Offsets(numbers: gone), inserted: Offsets(numbers: come), updated: updated,
          moved: moved, deletedWithSections: deleted.count - gone.count,
          insertedWithSections: inserted.count - come.count),
        source: sections.layouts.source, target: sections.layouts.target))
  }
}

/// Everything that differs between two linear collections, as offsets.
///
/// The elements are no part of it: what is kept are numbers in proportion to the changes, not to
/// the collections. ``stages`` orders them into batches, ``inverted`` turns them round.
public struct LinearChanges: Sendable, Hashable {
  /// The number of the source's elements.
  public let sourceCount: Int
  /// The number of the target's elements.
  public let targetCount: Int
  /// Offsets in the source of elements that the target lacks, ascending.
  public let deleted: Offsets
  /// Offsets in the target of elements that the source lacks, ascending.
  public let inserted: Offsets
  /// Paired elements whose content is not equal, in source order.
  public let updated: [OffsetPair]
  /// Paired elements that are in another place relative to the rest, in target order.
  ///
  /// Both offsets are those in the whole collections; ``LinearStage/moved`` counts the places
  /// after the deletes.
  public let moved: [OffsetPair]
  /// The way in which moves were found.
  public let moves: MoveDetection

  @inlinable
  package init(
    sourceCount: Int, targetCount: Int, deleted: Offsets, inserted: Offsets,
    updated: [OffsetPair], moved: [OffsetPair], moves: MoveDetection
  ) {
    self.sourceCount = sourceCount
    self.targetCount = targetCount
    self.deleted = deleted
    self.inserted = inserted
    self.updated = updated
    self.moved = moved
    self.moves = moves
  }

  /// Finds the changes of paired collections.
  ///
  /// - Parameters:
  ///   - pairing: which element is which.
  ///   - moves: how moves are found.
  ///   - isUpdated: whether the content of a source and a target element, given by offset, is
  ///     *not* equal. Asked once for each pair, in source order.
  /// - Throws: what `isUpdated` throws, at once.
  /// - Complexity: O(*n* + *m*) and the calls; see ``MoveDetection`` for the moves.
  @inlinable
  public init<Failure: Error>(
    pairing: Pairing, moves: MoveDetection = .minimal,
    isUpdated: (_ source: Int, _ target: Int) throws(Failure) -> Bool
  ) throws(Failure) {
    self.init(pairing: pairing, moves: moves, updated: try pairing.updatedPairs(isUpdated))
  }

  /// Finds the changes of paired collections whose updates are known.
  ///
  /// - Parameters:
  ///   - pairing: which element is which.
  ///   - moves: how moves are found.
  ///   - updatedTargets: offsets in the target of elements whose content is not equal, in any
  ///     order. Offsets that are out of range, not paired or given twice do not count.
  /// - Complexity: O(*n* + *m* + *u* log *u*) for *u* updates; see ``MoveDetection``.
  public init(
    pairing: Pairing, moves: MoveDetection = .minimal, updatedTargets: some Sequence<Int>
  ) {
    self.init(
      pairing: pairing, moves: moves, updatedTargets: updatedTargets.map { Int32(clamping: $0) })
  }

  /// The same for offsets that are 32 bits wide already.
  package init(pairing: Pairing, moves: MoveDetection, updatedTargets: [Int32]) {
    self.init(pairing: pairing, moves: moves, updated: pairing.pairs(ofTargets: updatedTargets))
  }

  /// The same changes with the updates of a pairing, which need not be known before.
  ///
  /// - Parameter updatedTargets: as for ``init(pairing:moves:updatedTargets:)``.
  package func updating(_ updatedTargets: [Int32], of pairing: Pairing) -> LinearChanges {
    LinearChanges(
      sourceCount: sourceCount, targetCount: targetCount, deleted: deleted, inserted: inserted,
      updated: pairing.pairs(ofTargets: updatedTargets), moved: moved, moves: moves)
  }

  @usableFromInline
  init(pairing: Pairing, moves: MoveDetection, updated: [OffsetPair]) {
    self.init(
      sourceCount: pairing.sourceCount, targetCount: pairing.targetCount,
      deleted: Offsets(numbers: pairing.unpairedSources),
      inserted: Offsets(numbers: pairing.unpairedTargets),
      updated: updated, moved: pairing.moved(moves), moves: moves)
  }
}

extension Pairing {
  /// The offsets of source elements without a partner, ascending.
  ///
  /// - Complexity: O(*n*).
  package var unpairedSources: [Int32] { Self.unpaired(sourceToTarget, pairedCount) }

  /// The offsets of target elements without a partner, ascending.
  ///
  /// - Complexity: O(*m*).
  package var unpairedTargets: [Int32] { Self.unpaired(targetToSource, pairedCount) }

  /// The offsets of negative partners, ascending.
  private static func unpaired(_ partners: [Int32], _ pairedCount: Int) -> [Int32] {
    let unpairedCount = partners.count - pairedCount
    guard unpairedCount > 0 else { return [] }
    var offsets = filled(unpairedCount + 1, with: Int32(0))
    var places = offsets.mutableSpan
    var place = 0
    for (offset, partner) in partners.enumerated() {
      // Written always and counted only where it holds: half of the branches would be mispredicted.
      places[place] = Int32(truncatingIfNeeded: offset)
      place &+= partner < 0 ? 1 : 0
    }
    offsets.removeLast()
    return offsets
  }

  /// The pairs that a closure takes for updated, in source order.
  @inlinable
  func updatedPairs<Failure: Error>(
    _ isUpdated: (_ source: Int, _ target: Int) throws(Failure) -> Bool
  ) throws(Failure) -> [OffsetPair] {
    var updated: [OffsetPair] = []
    for source in sourceToTarget.indices {
      let target = sourceToTarget[source]
      if target >= 0, try isUpdated(source, Int(target)) {
        updated.append(OffsetPair(source: Int32(truncatingIfNeeded: source), target: target))
      }
    }
    return updated
  }

  /// The pairs of some target offsets, in source order.
  func pairs(ofTargets targets: [Int32]) -> [OffsetPair] {
    var pairs: [OffsetPair] = []
    for target in targets where targetToSource.indices.contains(Int(target)) {
      let source = targetToSource[Int(target)]
      if source >= 0 { pairs.append(OffsetPair(source: source, target: target)) }
    }
    pairs.sort { $0.source32 < $1.source32 }
    var last: Int32 = -1
    pairs.removeAll { pair in
      defer { last = pair.source32 }
      return pair.source32 == last
    }
    return pairs
  }

  /// The paired elements that are moves by some rule, in target order.
  func moved(_ moves: MoveDetection) -> [OffsetPair] {
    if isOrdered { return [] }
    switch moves {
    case .minimal: return leastMoves()
    case .heckel: return heckelMoves()
    case .none: return []
    }
  }

  private func leastMoves() -> [OffsetPair] {
    let least = LeastMoves(targetCount: targetCount)
    least.keep(targetToSource, from: 0..<Int32(sourceCount))
    var moved: [OffsetPair] = []
    for (target, source) in targetToSource.enumerated() where source >= 0 {
      if !least.isKept(target) {
        moved.append(OffsetPair(source: source, target: Int32(truncatingIfNeeded: target)))
      }
    }
    return moved
  }

  private func heckelMoves() -> [OffsetPair] {
    var isVisited = sourceToTarget.map { $0 < 0 }
    var first = 0
    var moved: [OffsetPair] = []
    for (target, source) in targetToSource.enumerated() where source >= 0 {
      while first < isVisited.count, isVisited[first] { first += 1 }
      isVisited[Int(source)] = true
      if Int(source) != first {
        moved.append(OffsetPair(source: source, target: Int32(truncatingIfNeeded: target)))
      }
    }
    return moved
  }
}

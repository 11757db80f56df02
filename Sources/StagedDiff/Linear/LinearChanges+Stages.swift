extension LinearChanges {
  /// Whether there is no change.
  @inlinable public var isEmpty: Bool {
    guard let lists else { return sourceCount == targetCount }
    return lists.deleted.isEmpty && lists.inserted.isEmpty && lists.updated.isEmpty && lists.moved.isEmpty
  }

  /// The numbers of changes by kind.
  ///
  /// - Complexity: O(*u* log *v*) for *u* updates and *v* moves.
  public var summary: ChangeSummary {
    ChangeSummary(
      deleted: deleted.count, inserted: inserted.count, updated: updated.count, moved: moved.count,
      unchanged: sourceCount - deleted.count - updated.count - moved.count + updatedAndMovedCount)
  }

  /// The number of elements that are both updated and moved.
  private var updatedAndMovedCount: Int {
    guard !updated.isEmpty, !moved.isEmpty else { return 0 }
    let targets = moved.map(\.target32)
    return updated.count { targets.sortedContains($0.target32) }
  }

  /// The batches that turn source into target, in order, empty ones left out.
  ///
  /// First the updates (offsets in the source), then the deletes (offsets in the source), then
  /// the inserts and moves (offsets in the target; a move's `from` is one after the deletes).
  ///
  /// - Complexity: O(*c* + *v* log *d*) for *c* changes, *v* moves and *d* deletes.
  public var stages: [LinearStage] {
    (0..<steps.count).map { edits(Step(rawValue: steps.position(at: $0)) ?? .insertsAndMoves) }
  }

  /// A stage's position among the three that there can be.
  @usableFromInline enum Step: Int, Sendable { case updates, deletes, insertsAndMoves }

  @inlinable var steps: StepMask {
    @inline(__always) get {
      guard let lists else { return StepMask(false, sourceCount > targetCount, sourceCount < targetCount) }
      return StepMask(!lists.updated.isEmpty, !lists.deleted.isEmpty, !lists.inserted.isEmpty || !lists.moved.isEmpty)
    }
  }

  /// Whether each pair is of two elements at one offset, and what is not paired follows them.
  @inlinable var pairsInPlace: Bool {
    guard let lists else { return true }
    return lists.moved.isEmpty && (lists.deleted.first ?? sourceCount) &+ lists.deleted.count == sourceCount
      && (lists.inserted.first ?? targetCount) &+ lists.inserted.count == targetCount
  }

  @inlinable @inline(__always) func edits(_ step: Step) -> LinearStage {
    switch step {
    case .updates: LinearStage(updated: Offsets(numbers: updated.map { $0.source32 }))
    case .deletes: LinearStage(deleted: deleted)
    case .insertsAndMoves: LinearStage(inserted: inserted, moved: movesAfterDeletes)
    }
  }

  @usableFromInline var movesAfterDeletes: [LinearStage.Move] {
    if moved.isEmpty { return [] }
    let deleted = deleted.numbers
    return moved.map { pair in
      let deletedBefore = deleted.countBelow(pair.source32)
      return LinearStage.Move(from: pair.source32 &- Int32(truncatingIfNeeded: deletedBefore), to: pair.target32)
    }
  }

  /// The changes that turn the target back into the source.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var inverted: LinearChanges {
    LinearChanges(
      sourceCount: targetCount, targetCount: sourceCount, deleted: inserted, inserted: deleted,
      updated: updated.map(\.swapped).sorted { $0.source32 < $1.source32 },
      moved: moved.map(\.swapped).sorted { $0.target32 < $1.target32 }, moves: moves)
  }

  /// For each source offset where its element is in the target, or −1: it is deleted.
  ///
  /// What neither comes, goes nor moves keeps its order. (With ``MoveDetection/none`` these are
  /// places rather than partners.)
  @usableFromInline package var targetOffsets: [Int32] {
    if pairsInPlace { return Pairing.partners(sourceCount, prefix: sourceCount - deleted.count) }
    let isGone = goneSources
    var offsets = filled(sourceCount, with: Int32(-1))
    var isTaken = filled(targetCount, with: false)
    for target in inserted { isTaken[target] = true }
    for pair in moved {
      isTaken[pair.target] = true
      offsets[pair.source] = pair.target32
    }
    var target = 0
    for source in 0..<sourceCount where !isGone[source] {
      while isTaken[target] { target += 1 }
      offsets[source] = Int32(truncatingIfNeeded: target)
      target += 1
    }
    return offsets
  }
}

extension Array where Element == Int32 {
  /// How many of these ascending numbers are below a bound, in O(log *n*).
  @usableFromInline func countBelow(_ bound: Int32) -> Int {
    partition { $0 >= bound }
  }

  /// Whether these ascending numbers contain one, in O(log *n*).
  func sortedContains(_ number: Int32) -> Bool {
    let index = countBelow(number)
    return index < count && self[index] == number
  }
}

/// Which of a changeset's stages are not empty, as bits.
@usableFromInline struct StepMask: Sendable {
  @usableFromInline let bits: UInt8

  @inlinable @inline(__always) init(
    _ first: Bool, _ second: Bool, _ third: Bool, _ fourth: Bool = false, _ fifth: Bool = false
  ) {
    bits = (first ? 1 : 0) | (second ? 2 : 0) | (third ? 4 : 0) | (fourth ? 8 : 0) | (fifth ? 16 : 0)
  }

  @inlinable @inline(__always) var count: Int { bits.nonzeroBitCount }

  /// The position, among all stages that there can be, of one of those that are not empty.
  @inlinable @inline(__always) func position(at index: Int) -> Int {
    precondition(index >= 0 && index < count, "a stage that is not there")
    var rest = bits
    for _ in 0..<index { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}

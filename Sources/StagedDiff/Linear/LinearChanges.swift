/// Everything that differs between two linear collections, as offsets.
///
/// The elements are no part of it: what is kept are numbers in proportion to the changes, not to
/// the collections. ``stages`` orders them into batches, ``inverted`` turns them round.
public struct LinearChanges: Sendable, Hashable {
  /// The number of the source's elements.
  public let sourceCount: Int
  /// The number of the target's elements.
  public let targetCount: Int
  /// The way in which moves were found.
  public let moves: MoveDetection
  /// What changes; nil where one side is how the other begins: the rest of that one comes or goes.
  @usableFromInline let lists: Lists?

  @usableFromInline final class Lists: Sendable {
    @usableFromInline let deleted: Offsets
    @usableFromInline let inserted: Offsets
    @usableFromInline let updated: [OffsetPair]
    @usableFromInline let moved: [OffsetPair]
    /// For each source element its partner in the target, or −1; empty where only the changes tell.
    @usableFromInline let partners: [Int32]

    @inlinable init(
      _ deleted: Offsets, _ inserted: Offsets, _ updated: [OffsetPair], _ moved: [OffsetPair], _ partners: [Int32]
    ) {
      self.deleted = deleted
      self.inserted = inserted
      self.updated = updated
      self.moved = moved
      self.partners = partners
    }
  }

  @inlinable package init(
    sourceCount: Int, targetCount: Int, deleted: Offsets, inserted: Offsets, updated: [OffsetPair], moved: [OffsetPair],
    moves: MoveDetection, partners: [Int32] = []
  ) {
    self.sourceCount = sourceCount
    self.targetCount = targetCount
    self.moves = moves
    lists = Lists(deleted, inserted, updated, moved, partners)
  }

  /// The changes where nothing is paired after a common prefix.
  @inlinable init(prefix: Int, sourceCount: Int, targetCount: Int, updated: [OffsetPair], moves: MoveDetection) {
    self.sourceCount = sourceCount
    self.targetCount = targetCount
    self.moves = moves
    let isWhole = prefix == min(sourceCount, targetCount) && updated.isEmpty
    lists = isWhole ? nil : Lists(Offsets(prefix..<sourceCount), Offsets(prefix..<targetCount), updated, [], [])
  }

  /// Offsets in the source of elements that the target lacks, ascending.
  @inlinable public var deleted: Offsets {
    lists?.deleted ?? Offsets(min(sourceCount, targetCount)..<sourceCount)
  }

  /// Offsets in the target of elements that the source lacks, ascending.
  @inlinable public var inserted: Offsets {
    lists?.inserted ?? Offsets(min(sourceCount, targetCount)..<targetCount)
  }

  /// Paired elements whose content is not equal, in source order.
  @inlinable public var updated: [OffsetPair] { lists?.updated ?? [] }

  /// Paired elements that are in another place relative to the rest, in target order.
  ///
  /// Both offsets are those in the whole collections; ``LinearStage/moved`` counts the places after the deletes.
  @inlinable public var moved: [OffsetPair] { lists?.moved ?? [] }

  /// Finds the changes of paired collections.
  ///
  /// - Parameters:
  ///   - pairing: which element is which.
  ///   - moves: how moves are found.
  ///   - isUpdated: whether the content of a source and a target element, given by offset, is
  ///     *not* equal. Asked once for each pair, in source order.
  /// - Throws: what `isUpdated` throws, at once.
  /// - Complexity: O(*n* + *m*) and the calls; see ``MoveDetection`` for the moves.
  @inlinable public init<Failure: Error>(
    pairing: Pairing, moves: MoveDetection = .minimal, isUpdated: (_ source: Int, _ target: Int) throws(Failure) -> Bool
  ) throws(Failure) { self.init(pairing: pairing, moves: moves, updated: try pairing.updatedPairs(isUpdated)) }

  /// Finds the changes of paired collections whose updates are known.
  ///
  /// - Parameters:
  ///   - pairing: which element is which.
  ///   - moves: how moves are found.
  ///   - updatedTargets: offsets in the target of elements whose content is not equal, in any
  ///     order. Offsets that are out of range, not paired or given twice do not count.
  /// - Complexity: O(*n* + *m* + *u* log *u*) for *u* updates; see ``MoveDetection``.
  public init(pairing: Pairing, moves: MoveDetection = .minimal, updatedTargets: some Sequence<Int>) {
    self.init(pairing: pairing, moves: moves, updatedTargets: updatedTargets.map { Int32(clamping: $0) })
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

  @usableFromInline init(
    pairing: Pairing, moves: MoveDetection, updated: [OffsetPair], keepsPartners: Bool = false,
    isCancelled: (() -> Bool)? = nil
  ) {
    self.init(
      sourceCount: pairing.sourceCount, targetCount: pairing.targetCount,
      deleted: Offsets(numbers: pairing.unpairedSources), inserted: Offsets(numbers: pairing.unpairedTargets),
      updated: updated, moved: pairing.moved(moves, isCancelled), moves: moves,
      partners: keepsPartners ? pairing.sourceToTarget : [])
  }
}

extension LinearChanges {
  /// Whether both are the same changes of collections of the same lengths.
  ///
  /// - Complexity: O(*c*) for *c* changes.
  public static func == (left: LinearChanges, right: LinearChanges) -> Bool {
    left.sourceCount == right.sourceCount && left.targetCount == right.targetCount && left.moves == right.moves
      && left.deleted == right.deleted && left.inserted == right.inserted && left.updated == right.updated
      && left.moved == right.moved
  }

  /// Hashes lengths and changes.
  ///
  /// - Complexity: O(*c*) for *c* changes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sourceCount)
    hasher.combine(targetCount)
    hasher.combine(moves)
    hasher.combine(deleted)
    hasher.combine(inserted)
    hasher.combine(updated)
    hasher.combine(moved)
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
    return [Int32](unsafeUninitializedCapacity: unpairedCount + 1) { offsets, index in
      for (offset, partner) in partners.enumerated() {
        // Written always and counted only where it holds: half of the branches would be mispredicted.
        offsets[index] = Int32(truncatingIfNeeded: offset)
        index &+= partner < 0 ? 1 : 0
      }
    }
  }

  /// The pairs that a closure takes for updated, in source order.
  @inlinable func updatedPairs<Failure: Error>(_ isUpdated: (_ source: Int, _ target: Int) throws(Failure) -> Bool)
    throws(Failure) -> [OffsetPair]
  {
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
  fileprivate func moved(_ moves: MoveDetection, _ isCancelled: (() -> Bool)?) -> [OffsetPair] {
    if isOrdered || isCancelled?() == true { return [] }
    switch moves {
    case .minimal: return leastMoves(isCancelled)
    case .heckel: return heckelMoves()
    case .none: return []
    }
  }

  private func leastMoves(_ isCancelled: (() -> Bool)?) -> [OffsetPair] {
    let least = LeastMoves(targetCount: targetCount)
    let isKept = least.keep(targetToSource, targetToSource.indices, from: 0..<Int32(sourceCount), isCancelled)
    if !isKept { return [] }
    var moved: [OffsetPair] = []
    for (target, source) in targetToSource.enumerated() where source >= 0 {
      if !least.isKept(target) { moved.append(OffsetPair(source: source, target: Int32(truncatingIfNeeded: target))) }
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
      if Int(source) != first { moved.append(OffsetPair(source: source, target: Int32(truncatingIfNeeded: target))) }
    }
    return moved
  }
}

extension LinearChanges: Codable {
  private enum Key: String, CodingKey { case sourceCount, targetCount, deleted, inserted, updated, moved, moves }

  /// Reads changes back.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the offsets are no changes of two collections.
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      sourceCount: try values.decode(Int.self, forKey: .sourceCount),
      targetCount: try values.decode(Int.self, forKey: .targetCount),
      deleted: try values.decode(Offsets.self, forKey: .deleted),
      inserted: try values.decode(Offsets.self, forKey: .inserted),
      updated: try values.decode([OffsetPair].self, forKey: .updated),
      moved: try values.decode([OffsetPair].self, forKey: .moved),
      moves: try values.decode(MoveDetection.self, forKey: .moves))
    guard isConsistent else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "the offsets are no changes of two collections of these lengths"))
    }
  }

  /// Writes the changes: lengths, the offsets of each kind, and how moves were found.
  ///
  /// - Complexity: O(*c*) for *c* changes.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(sourceCount, forKey: .sourceCount)
    try values.encode(targetCount, forKey: .targetCount)
    try values.encode(deleted, forKey: .deleted)
    try values.encode(inserted, forKey: .inserted)
    try values.encode(updated, forKey: .updated)
    try values.encode(moved, forKey: .moved)
    try values.encode(moves, forKey: .moves)
  }

  /// Whether these offsets can be replayed: in range, in order, none twice, and as many left over
  /// on one side as on the other.
  var isConsistent: Bool {
    guard sourceCount >= 0, targetCount >= 0, sourceCount < Int(Int32.max), targetCount < Int(Int32.max),
      sourceCount - deleted.count == targetCount - inserted.count
    else { return false }
    let goneSources = (deleted.numbers + moved.map(\.source32)).sorted()
    let takenTargets = (inserted.numbers + moved.map(\.target32)).sorted()
    let updatedTargets = updated.map(\.target32).sorted()
    return isAscending(deleted.numbers, below: sourceCount) && isAscending(inserted.numbers, below: targetCount)
      && isAscending(goneSources, below: sourceCount) && isAscending(takenTargets, below: targetCount)
      && isAscending(moved.map(\.target32), below: targetCount)
      && isAscending(updated.map(\.source32), below: sourceCount) && isAscending(updatedTargets, below: targetCount)
      && !updated.contains {
        deleted.numbers.sortedContains($0.source32) || inserted.numbers.sortedContains($0.target32)
      }
  }
}

/// Whether numbers ascend strictly from 0 to below a limit.
func isAscending(_ numbers: [Int32], below limit: Int) -> Bool {
  guard let first = numbers.first, let last = numbers.last else { return true }
  return first >= 0 && Int(last) < limit && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
}

extension LinearChanges {
  /// Applies the changes to a collection.
  ///
  /// - Parameters:
  ///   - source: a collection equal to the source. What is neither updated nor inserted stays
  ///     the element that stands here.
  ///   - targetElement: the target's element at an offset; asked for updates and inserts.
  /// - Returns: a collection equal to the target, or nil if `source` has another length. With
  ///   ``MoveDetection/none`` its order is that of the source, inserts apart.
  /// - Complexity: O(*n* + *m*).
  @inlinable public func apply<Element>(to source: some Collection<Element>, targetElement: (Int) -> Element)
    -> [Element]?
  {
    guard source.count == sourceCount else { return nil }
    return arranged(updating(Array(source), targetElement), targetElement)
  }

  /// The elements with those that are updated in their new form.
  @inlinable func updating<Element>(_ elements: [Element], _ targetElement: (Int) -> Element) -> [Element] {
    var current = elements
    for pair in updated { current[pair.source] = targetElement(pair.target) }
    return current
  }

  /// Takes out, moves and puts in; updates are done already.
  @inlinable func arranged<Element>(_ current: [Element], _ targetElement: (Int) -> Element) -> [Element] {
    let isGone = goneSources
    let (inserted, moved) = (inserted, moved)
    var result: [Element] = []
    result.reserveCapacity(targetCount)
    var insertedPlace = 0
    var movedPlace = 0
    var kept = 0
    for target in 0..<targetCount {
      if insertedPlace < inserted.count, inserted[insertedPlace] == target {
        result.append(targetElement(target))
        insertedPlace &+= 1
      } else if movedPlace < moved.count, moved[movedPlace].target == target {
        result.append(current[moved[movedPlace].source])
        movedPlace &+= 1
      } else {
        while isGone[kept] { kept &+= 1 }
        result.append(current[kept])
        kept &+= 1
      }
    }
    return result
  }

  /// Whether each source element leaves its place: it is deleted or moves.
  @usableFromInline var goneSources: [Bool] {
    var isGone = filled(sourceCount, with: false)
    for source in deleted { isGone[source] = true }
    for pair in moved { isGone[pair.source] = true }
    return isGone
  }
}

/// The elements but those at some ascending offsets.
@inlinable func removing<Element>(_ offsets: some Sequence<Int>, from elements: [Element]) -> [Element] {
  var rest: [Element] = []
  rest.reserveCapacity(elements.count)
  var start = 0
  for offset in offsets {
    rest.append(contentsOf: elements[start..<offset])
    start = offset &+ 1
  }
  rest.append(contentsOf: elements[start...])
  return rest
}

/// The elements of a collection, those that have a partner replaced by it.
///
/// - Parameters:
///   - partners: for each element the offset of its partner in `others`, or −1.
///   - count: how many elements there will be: all of them, or those that have a partner.
@inlinable func replacing<Element>(
  _ elements: ElementsView<Element>, by others: ElementsView<Element>, _ partners: [Int32], count: Int
) -> [Element] {
  // The empty array is one for all threads, and filling it would write its count.
  if count == 0 { return [] }
  let keepsUnpaired = count == elements.count
  return [Element](unsafeUninitializedCapacity: count) { buffer, filled in
    for index in 0..<partners.count {
      let partner = Int(partners[index])
      if partner < 0, !keepsUnpaired { continue }
      buffer.initializeElement(at: filled, to: partner < 0 ? elements[index] : others[partner])
      filled &+= 1
    }
  }
}

import Records
import StagedDiff

/// Two records of one identity, and the columns in which they differ.
package struct ComparedPair: Sendable {
  /// The source record's number.
  package let source: Int
  /// The target record's number.
  package let target: Int
  package let targetOffset: Int
  /// The numbers of the compared columns that differ; none where the contents are equal.
  package let differing: ArraySlice<Int32>

  package func differing(in numbers: [Int32]) -> ComparedPair {
    ComparedPair(source: source, target: target, targetOffset: targetOffset, differing: numbers[...])
  }

  /// The old record beside the new one of another pair, with the numbers of what differs between these.
  package func turned(to other: ComparedPair, differing numbers: [Int32]) -> ComparedPair {
    ComparedPair(source: source, target: other.target, targetOffset: other.targetOffset, differing: numbers[...])
  }
}

extension ComparisonWorker {
  /// How many records ahead one is fetched that is read out of order: to wait for memory would be most of the work.
  private static let lookahead = 8

  /// Fetches the record that will be read some places behind one of a list of offsets.
  package func fetch(behind place: Int, of offsets: [Int32], _ side: Side, in order: RecordOrder) {
    readers[side].fetch(order[Int(offsets[min(place + Self.lookahead, offsets.count - 1)])])
  }

  /// Calls `body` with each of some pairs whose records are to be read.
  package func forEachPair(of pairs: [ComparedPair], _ body: (ComparedPair) throws -> Void) rethrows {
    for (number, pair) in pairs.enumerated() {
      let later = pairs[min(number + Self.lookahead, pairs.count - 1)]
      readers.source.fetch(later.source)
      readers.target.fetch(later.target)
      try body(pair)
    }
  }
}

/// All pairs of a comparison in target order: a cursor that goes through the pairing and the differences side by side,
/// and brings no pairs back into memory.
package struct ComparedPairs: Sequence, IteratorProtocol {
  private let held: [Int32]
  /// The pairs, where they do not fit into memory.
  private let spilled: SpilledPairs?
  private let count: Int
  private let differences: Differences
  private let orders: Sides<RecordOrder>
  private var offset = 0
  /// The next updated pair, by its index among them.
  private var updated = 0

  fileprivate init(_ comparison: Comparison) {
    spilled = comparison.pairs as? SpilledPairs
    held = spilled == nil ? comparison.pairs.whole.targetToSource : []
    count = comparison.orders.target.count
    differences = comparison.differences
    orders = comparison.orders
  }

  /// Goes on to a record of the target that has a partner, and behind so many others of these; returns the partner.
  private mutating func advance(behind others: Int) -> Int32? {
    var left = others
    while offset < count {
      let partner = spilled?.partners[offset].source ?? held[offset]
      if partner >= 0 {
        if left == 0 { return partner }
        left -= 1
      }
      offset += 1
    }
    return nil
  }

  /// Leaves pairs out, without a look at what differs in them.
  mutating func skip(_ pairs: Int) {
    _ = advance(behind: pairs)
    updated = differences.targets[updated...].partitioningIndex { Int($0) >= offset }
  }

  package mutating func next() -> ComparedPair? {
    guard let partner = advance(behind: 0) else { return nil }
    defer { offset += 1 }
    let isUpdated = updated < differences.targets.count && Int(differences.targets[updated]) == offset
    defer { updated += isUpdated ? 1 : 0 }
    return ComparedPair(
      source: orders.source[Int(partner)], target: orders.target[offset], targetOffset: offset,
      differing: isUpdated ? differences.columns(at: updated) : [])
  }
}

extension Comparison {
  package var comparedPairs: ComparedPairs { ComparedPairs(self) }

  package var pairedCount: Int { pairs.pairedCount }

  /// At most so many of the pairs, evenly spread.
  package func spreadPairs(_ most: Int) -> [ComparedPair] {
    let stride = pairedCount / most + 1
    var (all, some) = (comparedPairs, [ComparedPair]())
    while let pair = all.next() {
      some.append(pair)
      all.skip(stride - 1)
    }
    return some
  }

  /// The offset in the source of the partner of a record of the target, by its offset; −1 where it has none.
  package func partner(ofTarget offset: Int32) -> Int32 { pairs.source(of: offset) }

  /// The pairs whose contents differ, in target order.
  package var updatedPairs: some Sequence<ComparedPair> { updatedPairs(every: 1) }

  /// Each so many of them, from the first one on.
  package func updatedPairs(every step: Int) -> some Sequence<ComparedPair> {
    stride(from: 0, to: differences.targets.count, by: step).lazy.map { [self] index in
      let target = differences.targets[index]
      return ComparedPair(
        source: orders.source[Int(pairs.source(of: target))], target: orders.target[Int(target)],
        targetOffset: Int(target), differing: differences.columns(at: index))
    }
  }

  /// How many cells differ in all of them together.
  package var updatedCellCount: Int { differences.cellCount }

  /// For each record of a side its partner's number on the other: −1 for none, −2 where the record is not compared.
  package func partners(of side: Side) -> [Int32] {
    let (own, others) = (orders[side], orders[side.other])
    let found = side == .target ? pairing.targetToSource : pairing.sourceToTarget
    var partners = [Int32](repeating: -2, count: tables[side].count)
    for (offset, partner) in found.enumerated() {
      partners[own[offset]] = partner < 0 ? -1 : Int32(truncatingIfNeeded: others[Int(partner)])
    }
    return partners
  }

  /// Offsets in the target of paired records at another place, ascending.
  package var movedTargets: [Int32] { edits.movedTargets }

  /// The numbers of the columns in which the record at an offset in the target differs from its partner.
  ///
  /// - Complexity: O(log *n*) for *n* updated records.
  package func differingColumns(ofTarget offset: Int32) -> ArraySlice<Int32> {
    differences.index(of: offset).map(differences.columns) ?? []
  }

  /// The numbers of the columns that differ; none for a change that is no update.
  ///
  /// - Parameter index: Where the last ones were found, 0 at first: for whoever goes through many changes.
  package func differingColumns(of entry: ChangeEntry, near index: inout Int) -> ArraySlice<Int32> {
    guard entry.kind == .updated, let found = differences.index(of: entry.target, near: index) else { return [] }
    index = found
    return differences.columns(at: found)
  }
}

import Records
import StagedDiff

/// A key that was tried on every record, of which most is in the temporary folder.
struct SpilledKeyTrial: PairedKey {
  let columns: [String]
  let collections: ComparisonInput
  /// The pairs that it makes.
  let pairs: PairSpill
  let standing: KeyStanding
  private let memory: SpillingMemory

  /// Tries a key; `nil` if more than a few records of a side share it.
  ///
  /// - Throws: `SpillError`, or what a normalizer that is a script throws.
  init?(of columns: [String], _ unidentified: ComparisonInput, _ memory: SpillingMemory) throws {
    let collections = try unidentified.identified(by: .columns(columns), permitsGaps: true)
    let gaps = try Sides { side in
      let order = collections.orders[side]
      return try KeyGaps(collections, side) { offset, worker, body in
        try worker.forEachKeyField(side, order[offset]) { body($1) }
      }
    }
    let records = Sides { collections.orders[$0].count }
    let sections = SpilledSections(nil, counts: records, collections.plan.rules.moves)
    let pairs = try PairSpill(
      RecordSpill(collections, at: nil, memory), sections, memory, hollow: gaps.target.hollow)
    standing = KeyStanding(
      width: columns.count, records: records, certain: pairs.certainCount,
      repetitions: pairs.duplicates.repetitions, unfilled: Sides { gaps[$0].unfilled })
    guard standing.isNearlyUnique else { return nil }
    self.columns = columns
    self.collections = collections
    self.pairs = pairs
    self.memory = memory
  }

  func mostPaired(under columns: [String]) throws -> Int {
    let other = try collections.identified(by: .columns(columns), permitsGaps: true)
    var settled = Sides { OffsetSet(below: collections.orders[$0].count) }
    var agreed = 0
    let partners = try pairs.partners { _, _ in }
    for block in memory.blocks(of: partners.count) {
      for target in try agreeing(block, partners, under: other) {
        settled.target.insert(target)
        settled.source.insert(partners[Int(target)].source)
        agreed += 1
      }
    }
    let left = try Sides { try hashes($0, besides: settled[$0], of: other) }
    return try agreed + Self.countShared(left)
  }

  /// The target records of a block whose values are those of their partners under another key.
  private func agreeing(
    _ block: Range<Int>, _ partners: SpilledPartners, under other: ComparisonInput
  ) throws -> [Int32] {
    let orders = collections.orders
    let parts = try other.map(count: block.count) { part, worker in
      try part.map { $0 + block.lowerBound }.filter { target in
        let partner = partners[target]
        guard partner.isPaired, partner.mayDiffer else { return partner.isPaired }
        return try worker.haveEqualKeys(
          (.source, orders.source[Int(partner.source)]), (.target, orders.target[target]))
      }
    }
    return parts.joined().map { Int32(truncatingIfNeeded: $0) }
  }

  /// The hashes of all other records under a key, divided by what they are.
  private func hashes(
    _ side: Side, besides settled: OffsetSet, of other: ComparisonInput
  ) throws -> SpilledPartitions<UInt64> {
    let order = collections.orders[side]
    let records = Side.allCases.reduce(0) { $0 + collections.orders[$1].count }
    let count = SpilledPartitions<UInt64>.count(
      of: records * MemoryLayout<UInt64>.stride, size: memory.joined / 4,
      buffers: memory.buffers / 2)
    let left = try SpilledPartitions<UInt64>(
      count: count, in: memory.folder, memory: memory.buffers / 2)
    for block in memory.blocks(of: order.count) {
      let parts = try other.map(count: block.count) { part, worker in
        try part.lazy.map { $0 + block.lowerBound }
          .filter { !settled.contains(Int32(truncatingIfNeeded: $0)) }
          .map { try worker.keyHash(side, order[$0]) }
      }
      for hash in parts.joined() {
        try left.append(hash, to: Int(hash.multipliedFullWidth(by: UInt64(count)).high))
      }
    }
    try left.finish()
    return left
  }

  /// How many hashes of the target the source has, too.
  private static func countShared(_ hashes: Sides<SpilledPartitions<UInt64>>) throws -> Int {
    var shared = 0
    for partition in 0..<hashes.source.count {
      var values = HashSet()
      for hash in try hashes.source.values(of: partition) { _ = values.insert(hash) }
      shared += try hashes.target.values(of: partition).count(where: values.contains)
    }
    return shared
  }
}

import Platform
import Records
import StagedDiff
import Synchronization

/// The pairs that all partitions come to, in the temporary folder, divided by where they stand in the target.
struct PairSpill {
  /// What was found so far.
  private struct Found {
    let pairs: SpilledPartitions<SpilledPair>
    var sources: OffsetSet
    var count = 0
    var duplicates = Duplicates()

    mutating func add(_ join: PartitionJoin, _ width: Int) throws(SpillError) {
      for pair in join.pairs {
        try pairs.append(pair, to: Int(pair.target) / width)
        sources.insert(pair.partner.source)
      }
      count += join.pairs.count
      duplicates.add(join.duplicates)
    }
  }

  /// The source's records that have a partner.
  let sources: OffsetSet
  let pairedCount: Int
  let duplicates: Duplicates
  private let pairs: SpilledPartitions<SpilledPair>
  /// How many target records stand in a partition.
  private let width: Int
  private let targetCount: Int

  /// Joins one partition after the other, on every core.
  ///
  /// - Throws: `SpillError`.
  init(_ spill: RecordSpill, _ memory: SpillingMemory) throws {
    let collections = spill.collections
    let plan = collections.plan.rules
    let isSettled = !plan.hasKey && plan.hasExactRecords
    let matchesContents = plan.duplicates == .match && !isSettled
    let comparesAll = !collections.plan.hasCommonLayout
    let count = collections.orders.target.count
    let wanted = SpilledPartitions<SpilledPair>.count(
      of: count, size: memory.ordered, buffers: memory.buffers)
    let width = max(1, (count + wanted - 1) / wanted)
    let found = Mutex(
      Found(
        pairs: try SpilledPartitions(count: wanted, in: memory.folder, memory: memory.buffers),
        sources: OffsetSet(below: collections.orders.source.count)))
    let partitions = spill.partitions
    _ = try Parallel.map(count: partitions.source.count, workers: plan.run.workers, grain: 1) {
      range in
      for partition in range {
        try plan.run.meter?.check()
        let join = PartitionJoin(
          try Sides { try partitions[$0].values(of: partition) },
          matchesContents: matchesContents, comparesAll: comparesAll)
        try found.withLock { try $0.add(join, width) }
      }
    }
    let all = found.withLock { $0 }
    try all.pairs.finish()
    (pairs, sources, pairedCount, duplicates) = (all.pairs, all.sources, all.count, all.duplicates)
    (self.width, targetCount) = (width, count)
  }

  /// Writes the partners of all target records in their order, and lets a closure see those that have one.
  ///
  /// - Throws: `SpillError`.
  func partners(
    in folder: SpillFolder, _ see: (Partner) -> Void
  ) throws(SpillError) -> SpilledPartners {
    let file = try folder.makeFile()
    for partition in 0..<pairs.count {
      let start = partition * width
      var partners = [Partner](
        repeating: .none, count: max(0, min(width, targetCount - start)))
      for pair in try pairs.values(of: partition) {
        partners[Int(pair.target) - start] = pair.partner
      }
      for partner in partners where partner.isPaired { see(partner) }
      try file.append(partners.withUnsafeBytes { UnsafeRawBufferPointer($0) })
    }
    return SpilledPartners(try file.mapped())
  }
}

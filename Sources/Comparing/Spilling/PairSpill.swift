import Platform
import Records
import StagedDiff
import Synchronization

/// The pairs that all partitions come to, in the temporary folder until they are brought into the order of the target.
struct PairSpill {
  private struct Found {
    let pairs: PlacedSpill<Partner>
    var sources: OffsetSet
    var count = 0
    var certainCount = 0
    var duplicates = Duplicates()

    mutating func add(_ join: PartitionJoin) throws(SpillError) {
      for pair in join.pairs {
        try pairs.append(pair.partner, at: pair.target)
        sources.insert(pair.partner.source)
      }
      count += join.pairs.count
      certainCount += join.certainCount
      duplicates.add(join.duplicates)
    }
  }

  let sources: OffsetSet
  let pairedCount: Int
  /// How many pairs are of identities that occur once on each side, and not of hollow ones.
  let certainCount: Int
  let duplicates: Duplicates
  let counts: Sides<Int>
  /// Whether there are pairs that equal hashes alone have made, and whose keys have to be confirmed.
  var hasTrusted: Bool { settled?.areTrusted == true }
  private let pairs: PlacedSpill<Partner>
  private let settled: SettledPairs?

  /// Joins one partition after the other, on every core.
  ///
  /// - Parameters:
  ///   - matching: How records of one identity pair, by the offsets of the records in the folder.
  ///   - hollow: The target's records whose identity says nothing.
  /// - Throws: `SpillError`, or what rules throw.
  init(_ spill: RecordSpill, _ matching: DuplicatePairing, _ memory: SpillingMemory, hollow: OffsetSet? = nil) throws {
    let input = spill.input
    let comparesAll = !input.plan.hasCommonLayout
    counts = Sides { input.orders[$0].count }
    let found = Mutex(
      Found(pairs: try PlacedSpill(count: counts.target, memory), sources: OffsetSet(below: counts.source)))
    let partitions = spill.partitions
    let run = input.plan.run
    let failure = EarliestFailure()
    _ = try Parallel.map(count: partitions.source.count, workers: run.workers, grain: 1) { range in
      for partition in range {
        try run.meter?.check()
        let records = try Sides { try Self.sorted(partitions[$0].values(of: partition)) }
        try input.workers.withWorker { worker in
          let join = PartitionJoin(
            records, matching, worker, comparesAll: comparesAll, hollow: hollow, failure: failure)
          try found.withLock { try $0.add(join) }
        }
      }
    }
    try failure.check()
    var all = found.withLock { $0 }
    settled = spill.settled
    if let settled {
      all.sources.formUnion(settled.offsets.source)
      all.count += settled.count
      all.certainCount += settled.count - (hollow?.countShared(with: settled.offsets.target) ?? 0)
    }
    (pairs, sources, duplicates) = (all.pairs, all.sources, all.duplicates)
    (pairedCount, certainCount) = (all.count, all.certainCount)
  }

  /// Records in the order of their offsets, which is that of the files unless there are sections.
  private static func sorted(_ records: [SpilledRecord]) -> [SpilledRecord] {
    let isSorted = zip(records, records.dropFirst()).allSatisfy { $0.offset < $1.offset }
    return isSorted ? records : records.sorted { $0.offset < $1.offset }
  }

  /// The partners of all target records in their order.
  ///
  /// - Parameter see: Is told each target record that has a partner, and which, in order.
  /// - Throws: `SpillError`.
  func partners(_ see: (Int32, Partner) -> Void) throws(SpillError) -> SpilledPartners {
    var place = SettledPairs.Place()
    let file = try pairs.file(filling: { settled?.partner(of: $0, &place) ?? .none }) { target, partner in
      if partner.isPaired { see(Int32(truncatingIfNeeded: target), partner) }
    }
    return SpilledPartners(try file.mapped())
  }
}

extension Duplicates {
  /// Adds those of other identities; of the examples the earliest stay, as the engine takes them: of the source, those
  /// whose first element comes first, of the target, those that repeat first.
  fileprivate mutating func add(_ other: Duplicates) {
    source.add(other.source) { $0.first < $1.first }
    target.add(other.target) { $0.second < $1.second }
  }
}

extension Duplicates.Side {
  fileprivate mutating func add(_ other: Duplicates.Side, _ isEarlier: (Duplicates.Example, Duplicates.Example) -> Bool)
  {
    identities += other.identities
    repetitions += other.repetitions
    let all = (examples + other.examples).sorted(by: isEarlier)
    examples = Array(all.prefix(Self.exampleLimit))
  }
}

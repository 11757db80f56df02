import Platform
import Records

/// What is kept of a record in the temporary folder until its partner is found.
struct SpilledRecord: BitwiseCopyable, Sendable {
  /// Stands for the identity: records of one fingerprint are the same record.
  let identity: Fingerprint
  /// Stands for the content as it is: a pair of one fingerprint has not changed.
  let content: Fingerprint
  let offset: Int32
}

/// A pair of records that was found, in the temporary folder until all are brought into order.
struct SpilledPair: BitwiseCopyable, Sendable {
  let target: Int32
  let partner: Partner
}

/// The records of both sides as fingerprints in the temporary folder, divided so that all records of one identity meet.
struct RecordSpill {
  let input: ComparisonInput
  /// What is in no partition.
  let settled: SettledPairs?
  let partitions: Sides<SpilledPartitions<SpilledRecord>>
  private let memory: SpillingMemory
  private let secrets = (identity: FingerprintSecrets(), content: FingerprintSecrets())

  /// What a worker found of some records.
  private typealias Chunk = (offsets: [Int32], identities: [Fingerprint], contents: [Fingerprint])

  /// A partition is small enough for its tables to stay near the processor, even where more memory is allowed.
  private static let largestPartition = 4 << 20

  /// Looks at every record once.
  ///
  /// - Parameters:
  ///   - input: Both sides with their records in the order of the files.
  ///   - places: The records' offsets where sections bring them into another order.
  ///   - trustsHashes: Whether pairs may be settled that have to be confirmed.
  /// - Throws: `SpillError`, or what rules throw.
  init(
    _ input: ComparisonInput, at places: Sides<SectionedOffsets>?, _ memory: SpillingMemory, trustsHashes: Bool
  ) throws {
    self.input = input
    self.memory = memory
    settled = places == nil ? SettledPairs(input, memory, trustsHashes: trustsHashes) : nil
    let plan = input.plan.rules
    let threads = Workers.threads(limit: plan.run.workers)
    let all = input.orders.source.count + input.orders.target.count
    let records = all - (settled?.knownCount ?? 0)
    // Beside the records themselves a join holds tables of half their size.
    let size = min(memory.joined * 2 / 3 / threads, Self.largestPartition)
    let count = SpilledPartitions<SpilledRecord>.count(
      of: records * MemoryLayout<SpilledRecord>.stride, size: size, buffers: memory.buffers / 2)
    partitions = try Sides { _ in try SpilledPartitions(count: count, in: memory.folder, memory: memory.buffers / 2) }
    plan.run.meter?.begin(.identifying, of: all)
    for side in Side.allCases { try spill(side, places?[side]) }
  }

  private func spill(_ side: Side, _ places: SectionedOffsets?) throws {
    var places = places
    for block in memory.blocks(of: input.orders[side].count) {
      for chunk in try chunks(of: block, side) {
        for (number, offset) in chunk.offsets.enumerated() {
          let record = SpilledRecord(
            identity: chunk.identities[number], content: chunk.contents[number], offset: places?.next() ?? offset)
          try add(record, side)
        }
      }
    }
    try partitions[side].finish()
  }

  private func chunks(of block: Range<Int>, _ side: Side) throws -> [Chunk] {
    let (input, secrets, known) = (input, secrets, settled?.known[side])
    return try input.map(count: block.count) { part, worker in
      let range = part.lowerBound + block.lowerBound..<part.upperBound + block.lowerBound
      input.plan.run.meter?.advance(by: range.count)
      let left = known?.missing(in: range) ?? range.map { Int32(truncatingIfNeeded: $0) }
      let order = input.orders[side]
      // Something is known where records are in the order of their files: there offsets are records.
      let (rest, places) = known == nil ? (order, range) : (RecordOrder(left), left.indices)
      return (
        left, try input.fingerprints(side, places, of: rest, secrets.identity, worker),
        worker.contentPrints(side, places, of: rest, secrets.content)
      )
    }
  }

  @inline(__always) private func add(_ record: SpilledRecord, _ side: Side) throws(SpillError) {
    let partitions = partitions[side]
    let partition = record.identity.first.multipliedFullWidth(by: UInt64(partitions.count)).high
    try partitions.append(record, to: Int(partition))
  }
}

import Platform
import Records

/// The records of both sides as fingerprints in the temporary folder, divided so that all records of one identity meet.
struct RecordSpill {
  /// The collections, with the records that the filter keeps.
  private(set) var collections: ComparisonInput
  let partitions: Sides<SpilledPartitions<SpilledRecord>>
  private let memory: SpillingMemory
  private let secrets = (identity: FingerprintSecrets(), content: FingerprintSecrets())

  /// What a worker found of some consecutive records.
  private struct Chunk: Sendable {
    /// The records that the filter keeps; `nil`: all of them.
    var kept: [Int32]?
    var identities: [Fingerprint]
    var contents: [Fingerprint]
  }

  /// A partition is small enough for its tables to stay near the processor, even where more memory is allowed.
  private static let largestPartition = 4 << 20

  /// Looks at every record once.
  ///
  /// - Throws: `SpillError`, or what rules throw.
  init(_ collections: ComparisonInput, _ memory: SpillingMemory) throws {
    self.collections = collections
    self.memory = memory
    let plan = collections.plan.rules
    let threads = Workers.threads(limit: plan.run.workers)
    let records = collections.tables.source.count + collections.tables.target.count
    // Beside the records themselves a join holds tables of half their size.
    let size = min(memory.joined * 2 / 3 / threads, Self.largestPartition)
    let count = SpilledPartitions<SpilledRecord>.count(
      of: records * MemoryLayout<SpilledRecord>.stride, size: size, buffers: memory.buffers / 2)
    partitions = try Sides { _ in
      try SpilledPartitions(count: count, in: memory.folder, memory: memory.buffers / 2)
    }
    plan.run.meter?.begin(.identifying, of: records)
    for side in Side.allCases { try spill(side) }
  }

  private mutating func spill(_ side: Side) throws {
    let count = collections.tables[side].count
    let numbers = collections.plan.rules.filter == nil ? nil : try memory.folder.makeFile()
    var offset: Int32 = 0
    for start in stride(from: 0, to: count, by: memory.block) {
      let block = start..<min(start + memory.block, count)
      for chunk in try chunks(of: block, side) {
        try add(chunk, side, from: &offset)
        try numbers?.append(chunk.kept)
      }
    }
    try partitions[side].finish()
    if let numbers, Int(offset) < count {
      collections.orders[side] = RecordOrder(spilled: try numbers.mapped())
    }
  }

  private func chunks(of block: Range<Int>, _ side: Side) throws -> [Chunk] {
    let (collections, secrets) = (collections, secrets)
    let filter = collections.plan.rules.filter
    return try collections.map(count: block.count) { range, worker in
      var range = range.lowerBound + block.lowerBound..<range.upperBound + block.lowerBound
      var order = collections.orders[side]
      let kept = try filter.map { try collections.kept(side, range, of: order, $0, worker) }
      if let kept { (order, range) = (RecordOrder(kept), kept.indices) }
      if filter == nil { collections.plan.run.meter?.advance(by: range.count) }
      return Chunk(
        kept: kept,
        identities: try collections.fingerprints(
          side, range, of: order, secrets.identity, worker),
        contents: worker.contentPrints(side, range, of: order, secrets.content))
    }
  }

  private func add(_ chunk: Chunk, _ side: Side, from offset: inout Int32) throws {
    let partitions = partitions[side]
    for (identity, content) in zip(chunk.identities, chunk.contents) {
      let partition = identity.first.multipliedFullWidth(by: UInt64(partitions.count)).high
      let record = SpilledRecord(identity: identity, content: content, offset: offset)
      try partitions.append(record, to: Int(partition))
      offset += 1
    }
  }
}

extension SpillFile {
  /// Writes numbers, where there are any.
  fileprivate func append(_ numbers: [Int32]?) throws(SpillError) {
    guard let numbers else { return }
    try append(numbers.withUnsafeBytes { UnsafeRawBufferPointer($0) })
  }
}

import Platform
import Records
import StagedDiff

extension Pairing {
  /// Pairs by hashes alone, on several threads.
  init(trusting hashes: Sides<[UInt64]>, threads: Int) {
    self.init(trusting: hashes.source, and: hashes.target, threads: threads) {
      Workers.run(count: $0, limit: threads, $1)
    }
  }

  /// Pairs by hashes, and confirms every pair.
  init(_ hashes: Sides<[UInt64]>, areIdentical: (Int, Int) throws -> Bool) rethrows {
    try self.init(sourceHashes: hashes.source, targetHashes: hashes.target, areIdentical: areIdentical)
  }
}

/// Which records are the same, byte for byte, on both sides: whatever a rule computes of one holds for the other.
///
/// There may be more than are known here.
package struct IdenticalRecords: Sendable {
  /// For each offset of the target that of a source record with the same bytes, or −1.
  package let sources: [Int32]

  /// Finds them; `nil` where equal bytes do not mean equal records.
  ///
  /// Neighbours are compared first, and only what that leaves over is hashed.
  ///
  /// - Complexity: O(*b*) for *b* bytes of records, on several threads.
  init?(_ input: ComparisonInput) throws {
    guard input.plan.hasCommonLayout else { return nil }
    let count = input.orders.target.count
    // Of what is left over hardly any has the same bytes elsewhere.
    if let known = Self.known(input) {
      sources = known
      return
    }
    var identicalPartners = Self.neighbours(input) ?? [Int32](repeating: -1, count: count)
    try Self.addDistant(to: &identicalPartners, input)
    sources = identicalPartners
  }

  /// Those that were found while the target was read; `nil` where nothing was found so, or it does not hold.
  init?(foundReading input: ComparisonInput) {
    guard input.plan.hasCommonLayout, let known = Self.known(input) else { return nil }
    sources = known
  }

  /// Those that were found while the target was read, where records are in the order of their files.
  private static func known(_ input: ComparisonInput) -> [Int32]? {
    guard input.orders.source.isFileOrder, input.orders.target.isFileOrder,
      let runs = input.tables.target.equalRuns(with: input.tables.source)
    else { return nil }
    var partners = [Int32](repeating: -1, count: input.orders.target.count)
    runs.forEach { targets, distance in
      for target in targets { partners[target] = Int32(truncatingIfNeeded: target + distance) }
    }
    return partners
  }

  private static func neighbours(_ input: ComparisonInput) -> [Int32]? {
    let (tables, orders) = (input.tables, input.orders)
    let threads = Workers.threads(limit: input.plan.run.workers)
    return tables.source.withRecordBytes { sources in
      tables.target.withRecordBytes { targets in
        Pairing.neighbours(
          (orders.source.count, orders.target.count), threads: threads,
          concurrently: { Workers.run(count: $0, limit: threads, $1) },
          areIdentical: { source, target in sources[orders.source[source]].isSame(as: targets[orders.target[target]]) })
      }
    }
  }

  /// Pairs what has no partner yet, wherever it is.
  private static func addDistant(to identicalPartners: inout [Int32], _ input: ComparisonInput) throws {
    let left = Sides(
      source: unpaired(identicalPartners, input.orders.source.count),
      target: identicalPartners.indices.filter { identicalPartners[$0] < 0 }.map { Int32(truncatingIfNeeded: $0) })
    guard !left.source.isEmpty, !left.target.isEmpty else { return }
    let hashes = try Sides { try byteHashes(input, $0, left[$0]) }
    let threads = Workers.threads(limit: input.plan.run.workers)
    let pairing = Pairing(trusting: hashes, threads: threads)
    let found = try confirmed(input, left, pairing.targetToSource)
    for (index, source) in found.enumerated() { identicalPartners[Int(left.target[index])] = source }
  }

  /// The offsets of source records that have no equal record in the target.
  private static func unpaired(_ identicalPartners: [Int32], _ sourceCount: Int) -> [Int32] {
    var isPaired = [Bool](repeating: false, count: sourceCount)
    for source in identicalPartners where source >= 0 { isPaired[Int(source)] = true }
    return isPaired.indices.filter { !isPaired[$0] }.map { Int32(truncatingIfNeeded: $0) }
  }

  private static func byteHashes(_ input: ComparisonInput, _ side: Side, _ offsets: [Int32]) throws -> [UInt64] {
    let order = input.orders[side]
    let table = input.tables[side]
    let secrets = HashSecrets.process
    return try input.fill(count: offsets.count) { range, hashes, _ in
      table.withRecordBytes { records in
        for number in range {
          let record = order[Int(offsets[number])]
          hashes.append(secrets.hash(of: records[record]))
        }
      }
    }
  }

  /// The source offsets of pairs, given by places in lists of offsets, whose bytes are equal; −1 for the others.
  private static func confirmed(_ input: ComparisonInput, _ left: Sides<[Int32]>, _ partners: [Int32]) throws
    -> [Int32]
  {
    let (tables, orders) = (input.tables, input.orders)
    return try input.fill(count: partners.count) { range, confirmed, _ in
      tables.source.withRecordBytes { sources in
        tables.target.withRecordBytes { targets in
          for number in range {
            let partner = Int(partners[number])
            let source = partner < 0 ? -1 : left.source[partner]
            let isSame =
              source >= 0
              && sources[orders.source[Int(source)]].isSame(as: targets[orders.target[Int(left.target[number])]])
            confirmed.append(isSame ? source : -1)
          }
        }
      }
    }
  }
}

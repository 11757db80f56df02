import Platform
import Records
import StagedDiff

/// A comparison whose records and pairs do not fit into memory.
///
/// **Selection.** Where there is a filter, or records name sections, every record is looked at once to know which are
/// compared, and where they stand (``SpilledSelection``).
///
/// **What reading knows.** The target is read beside the source. Records that are the same on both sides, and whose
/// identity no other record has, are pairs already. So are records between them whose hash no other of their side has;
/// where their contents are compared, their identities are confirmed, and if one pair is none, all is done again
/// without such pairs. A record whose hash no other has is alone (``SettledPairs``).
///
/// **Fingerprints.** Every other record is looked at once. A fingerprint of its identity and one of its content go to
/// the temporary folder, 128 bits each, made with secrets of this run; the first decides the partition that they go to
/// (``RecordSpill``). A key that is searched for is tried so (``SpilledKeyTrial``), and what the trial of the one that
/// is found gave is kept.
///
/// **Pairs.** A partition has all records of its identities, and fits into memory; so it is paired there, with the same
/// policy for duplicates as everywhere. Pairs go to the folder, divided by where they stand in the target
/// (``PairSpill``).
///
/// **Changes.** Pairs are brought into the target's order, piece by piece. Where contents have one fingerprint nothing
/// differs; the others are read again, in that order, and compared under the rules. Moves are the least ones, found in
/// memory that grows with displaced records alone (``SpilledChanges``, ``SpilledMoves``).
///
/// In memory at any time: a block of records, the buffers of the partitions, the partitions that are being joined, a
/// bit for each source record, the names of sections, and the changes. From there on the result is made as it always
/// is.
///
/// **The invariants.** All records of one identity are in one partition, so that each is joined without the others.
/// Offsets are those of the order that is compared, and a partition's records are joined in that order: duplicates pair
/// as they do in memory (``DuplicatePairing``). Equal fingerprints count as equal; that two others meet takes 2⁶⁴
/// records, and no input can aim at it, since the secrets are drawn anew for each run. The result has the same bytes as
/// one that was made in memory.
///
/// **What must be changed together.** What an identity and an equal content are: here ``Fingerprint``, in memory
/// ``IdentityIndex``. Shares of records on Spark (``ComparisonInput/identityNumbers(_:_:pass:wantsSections:)``) meet by
/// the same fingerprints.
///
/// **The source.** M. Kitsuregawa, H. Tanaka and T. Moto-oka, "Application of hash to data base machine and its
/// architecture", New Generation Computing 1(1), 1983 ([doi:10.1007/BF03037022](https://doi.org/10.1007/BF03037022)).
extension Comparison {
  /// Compares with a limit of memory.
  ///
  /// - Parameter trustsHashes: Whether hashes may make pairs, which are confirmed where contents are compared.
  /// - Throws: `SpillError`; `ComparisonError`, or what rules throw.
  package convenience init(spilling all: ComparisonInput, _ memory: SpillingMemory, trustsHashes: Bool = true) throws {
    let selection = try SpilledSelection(all, memory)
    let identified = try IdentifiedInput(selection.input) {
      try SpilledKeyTrial(of: $0, selection.input, memory, trustsHashes: trustsHashes)
    }
    let division = try selection.divided(identified.input, choice: identified.choice)
    let input = division?.input ?? identified.input
    let rules = input.plan.rules
    let sections = SectionPairs(division?.sections, counts: Sides { input.orders[$0].count }, rules.moves)
    // Sections have brought the records into another order.
    let trial = division == nil ? identified.trial : nil
    let found =
      try trial?.pairs
      ?? PairSpill(
        RecordSpill(identified.input, at: division?.places, memory, trustsHashes: trustsHashes),
        DuplicatePairing(input, sections), memory)
    var moves = SpilledMoves(rules.moves, sections, among: found.sources, count: found.pairedCount)
    let partners = try found.partners { moves.see($0, $1) }
    moves.settle()
    let changes = try SpilledChanges(input, partners, moves, memory, confirms: found.hasTrusted)
    guard !changes.differences.hasFalsePair else {
      try self.init(spilling: all, memory, trustsHashes: false)
      return
    }
    let pairs = SpilledPairs(
      partners: partners, pairedCount: found.pairedCount, duplicates: found.duplicates, sources: found.sources,
      sourceCount: found.counts.source)
    let paired = PairedRecords(
      IdentityIndex(unhashed: input), pairs, changes.differences,
      changes.edits(sections, deleted: pairs.unpairedSources, updatedSections: division?.sections.updated, rules))
    try self.init(input, division?.sections, paired, identified.choice)
    try checkSomethingCompared()
  }
}

/// The changes of pairs in the temporary folder, found in one walk along the target.
struct SpilledChanges {
  private(set) var differences = Differences()
  private var inserted: [Int32] = []
  private var moved: [OffsetPair] = []
  private let partners: SpilledPartners
  private let confirms: Bool

  /// Compares the contents of the pairs that may differ, in the order of the target, on every core.
  ///
  /// - Parameter confirms: Whether some of them are pairs only if their keys are equal.
  /// - Throws: What rules throw.
  init(
    _ input: ComparisonInput, _ partners: SpilledPartners, _ moves: consuming SpilledMoves,
    _ memory: SpillingMemory, confirms: Bool
  ) throws {
    (self.partners, self.confirms) = (partners, confirms)
    var moves = moves
    let meter = input.plan.run.meter
    meter?.begin(.comparing, of: partners.count)
    for block in memory.blocks(of: partners.count) {
      do { try compare(block, input) } catch {
        try compareInFileOrder(input, memory)
        throw error
      }
      walk(block, &moves)
      meter?.advance(by: block.count)
    }
  }

  private mutating func compare(_ block: Range<Int>, _ input: ComparisonInput) throws {
    let (partners, orders, confirms) = (partners, input.orders, confirms)
    let parts = try input.map(count: block.count) { range, worker in
      var part = Differences()
      for target in range.lowerBound + block.lowerBound..<range.upperBound + block.lowerBound {
        let partner = partners[target]
        guard partner.mayDiffer else { continue }
        try input.plan.run.meter?.check()
        let (source, record) = (orders.source[Int(partner.source)], orders.target[target])
        guard try !confirms || part.confirms(source, record, worker) else { continue }
        try part.compare(source, record, at: Int32(truncatingIfNeeded: target), worker)
      }
      return part
    }
    for part in parts { differences.append(part) }
  }

  /// Compares all pairs in the order of the old file, as many at a time as memory allows.
  private func compareInFileOrder(_ input: ComparisonInput, _ memory: SpillingMemory) throws {
    let (partners, orders, confirms) = (partners, input.orders, confirms)
    for start in stride(from: 0, to: input.tables.source.count, by: memory.joined / 16 + 1024) {
      let records = start..<start + memory.joined / 16 + 1024
      let pairs = (0..<partners.count).lazy.filter {
        partners[$0].mayDiffer && records.contains(orders.source[Int(partners[$0].source)])
      }.map { (source: partners[$0].source, target: Int32(truncatingIfNeeded: $0)) }
      try input.compare(inFileOrder: Array(pairs)) { source, target, worker in
        let pair = (source: orders.source[source], target: orders.target[target])
        return try !confirms || worker.haveEqualKeys((.source, pair.source), (.target, pair.target))
      }
    }
  }

  private mutating func walk(_ block: Range<Int>, _ moves: inout SpilledMoves) {
    for offset in block {
      let (partner, target) = (partners[offset], Int32(truncatingIfNeeded: offset))
      if !partner.isPaired {
        inserted.append(target)
      } else if moves.isMove(target, partner) {
        moved.append(OffsetPair(source: partner.source, target: target))
      }
    }
  }

  /// The changes as the engine gives them.
  ///
  /// - Parameters:
  ///   - deleted: The source's records without a partner, ascending.
  ///   - updatedSections: The target's sections whose own content differs; `nil` without sections.
  func edits(_ sections: SectionPairs, deleted: [Int32], updatedSections: [Int32]?, _ plan: ComparisonPlan)
    -> EngineChanges
  {
    let updated = differences.targets.map { OffsetPair(source: partners[Int($0)].source, target: $0) }.sorted {
      $0.source32 < $1.source32
    }
    guard let updatedSections else {
      return .linear(
        LinearChanges(
          sourceCount: sections.layouts.source.elementCount, targetCount: partners.count,
          deleted: Offsets(numbers: deleted), inserted: Offsets(numbers: inserted), updated: updated, moved: moved,
          moves: plan.moves))
    }
    let gone = deleted.filter { sections.survives(.source, $0) }
    let come = inserted.filter { sections.survives(.target, $0) }
    return .sectioned(
      SectionedChanges(
        sections: sections.pairing, updatedTargetSections: updatedSections, moves: plan.sectionMoves,
        elements: .init(
          deleted: Offsets(numbers: gone), inserted: Offsets(numbers: come), updated: updated, moved: moved,
          deletedWithSections: deleted.count - gone.count, insertedWithSections: inserted.count - come.count),
        source: sections.layouts.source, target: sections.layouts.target))
  }
}

/// Which pairs are moves, found while pairs are walked in target order: once to see them all, and once to be asked.
///
/// In sections a move is what changes section, or place among the others that stay in it.
struct SpilledMoves {
  private let moves: MoveDetection
  private let sections: SectionPairs
  private let ranks: OffsetRanks
  /// The section of the target that the walk is in, or −1, and the ranks of the records in its partner.
  private var section = -1
  private var partners: Range<Int32> = 0..<0
  /// What is known of the section that the walk is in.
  private var least = LeastRunMoves()
  private var heckel: HeckelWalk
  /// What stays in each section of the target with pairs, the last one first.
  private var staying: [(section: Int, runs: StayingRuns)] = []
  private var runs: StayingRuns?

  /// - Parameters:
  ///   - moves: What a move is.
  ///   - sources: The source's records that have a partner.
  ///   - count: How many these are.
  init(_ moves: MoveDetection, _ sections: SectionPairs, among sources: OffsetSet, count: Int) {
    self.moves = moves
    self.sections = sections
    ranks = sources.ranks
    heckel = HeckelWalk(count: moves == .heckel ? count : 0)
  }

  /// Goes on to the section of a target record; whether that is another one.
  private mutating func enter(_ target: Int32) -> Bool {
    let layout = sections.layouts.target
    if section >= 0, layout.elements(ofSection: section).contains(target) { return false }
    section = layout.section(of: target, guess: -1)
    let sources = sections.partners(ofTargetSection: section)
    partners = ranks[sources.lowerBound]..<ranks[sources.upperBound]
    return true
  }

  // MARK: Seeing all

  mutating func see(_ target: Int32, _ partner: Partner) {
    guard moves == .minimal else { return }
    let last = section
    if enter(target) { settle(last) }
    let rank = ranks[partner.source]
    if partners.contains(rank) { least.append(rank) }
  }

  private mutating func settle(_ section: Int) {
    if section >= 0 { staying.append((section, least.stays())) }
    least = LeastRunMoves()
  }

  mutating func settle() {
    settle(section)
    staying.reverse()
    section = -1
  }

  // MARK: Being asked

  mutating func isMove(_ target: Int32, _ partner: Partner) -> Bool {
    if enter(target) {
      heckel.first = partners.lowerBound
      runs = staying.last?.section == section ? staying.removeLast().runs : nil
    }
    let rank = ranks[partner.source]
    let isNext = moves == .heckel && heckel.isNext(rank, below: partners.upperBound)
    guard partners.contains(rank) else { return true }
    return switch moves {
    case .minimal: runs?.next() == false
    case .heckel: !isNext
    case .none: false
    }
  }
}

/// DifferenceKit's rule over pairs in target order: the first source record that was not visited yet stays.
private struct HeckelWalk {
  private var visited: OffsetSet
  /// The rank from which on the first one that was not visited is looked for.
  var first: Int32 = 0

  init(count: Int) { visited = OffsetSet(below: count) }

  /// Whether a record is the first one below an end that was not visited; now it is visited.
  mutating func isNext(_ rank: Int32, below end: Int32) -> Bool {
    while first < end, visited.contains(first) { first += 1 }
    visited.insert(rank)
    return rank == first && first < end
  }
}

/// A key that was tried on every record, of which most is in the temporary folder.
struct SpilledKeyTrial: PairedKey {
  let columns: [String]
  let input: ComparisonInput
  let pairs: PairSpill
  let standing: KeyStanding
  private let memory: SpillingMemory

  /// Tries a key; `nil` if more than a few records of a side share it.
  ///
  /// - Throws: `SpillError`, or what a normalizer that is a script throws.
  init?(
    of columns: [String], _ unidentified: ComparisonInput, _ memory: SpillingMemory, trustsHashes: Bool
  ) throws {
    let input = try unidentified.identified(by: .columns(columns), permitsGaps: true)
    let gaps = try Sides { side in
      let order = input.orders[side]
      let hasHashes = columns.count == 1 && IdentityIndex.placedHashes(input, side) != nil
      return try KeyGaps(input, side) { offset, worker, body in
        if hasHashes, !IdentityIndex.mayBeHollow(input.tables[side].placedHashes[offset]) { return }
        try worker.forEachKeyField(side, order[offset]) { body($1) }
      }
    }
    let records = Sides { input.orders[$0].count }
    let sections = SectionPairs(nil, counts: records, input.plan.rules.moves)
    let spill = try RecordSpill(input, at: nil, memory, trustsHashes: trustsHashes)
    let pairs = try PairSpill(spill, DuplicatePairing(input, sections), memory, hollow: gaps.target.hollow)
    standing = KeyStanding(
      width: columns.count, records: records, certain: pairs.certainCount, repetitions: pairs.duplicates.repetitions,
      unfilled: Sides { gaps[$0].unfilled })
    guard standing.isNearlyUnique else { return nil }
    self.columns = columns
    self.input = input
    self.pairs = pairs
    self.memory = memory
  }

  func mostPaired(under columns: [String]) throws -> Int {
    let other = try input.identified(by: .columns(columns), permitsGaps: true)
    var settled = Sides { OffsetSet(below: input.orders[$0].count) }
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
  private func agreeing(_ block: Range<Int>, _ partners: SpilledPartners, under other: ComparisonInput) throws
    -> [Int32]
  {
    let orders = input.orders
    return try other.flatMap(count: block.count) { part, worker in
      try part.map { $0 + block.lowerBound }.filter { target in
        let partner = partners[target]
        guard partner.isPaired, partner.mayDiffer else { return partner.isPaired }
        return try worker.haveEqualKeys((.source, orders.source[Int(partner.source)]), (.target, orders.target[target]))
      }.map { Int32(truncatingIfNeeded: $0) }
    }
  }

  /// The hashes of all other records under a key, divided by what they are.
  private func hashes(_ side: Side, besides settled: OffsetSet, of other: ComparisonInput) throws -> SpilledPartitions<
    UInt64
  > {
    let order = input.orders[side]
    let records = Side.allCases.reduce(0) { $0 + input.orders[$1].count }
    let count = SpilledPartitions<UInt64>.count(
      of: records * MemoryLayout<UInt64>.stride, size: memory.joined / 4, buffers: memory.buffers / 2)
    let left = try SpilledPartitions<UInt64>(count: count, in: memory.folder, memory: memory.buffers / 2)
    for block in memory.blocks(of: order.count) {
      let parts = try other.map(count: block.count) { part, worker in
        try part.lazy.map { $0 + block.lowerBound }.filter { !settled.contains(Int32(truncatingIfNeeded: $0)) }.map {
          try worker.keyHash(side, order[$0])
        }
      }
      for hash in parts.joined() { try left.append(hash, to: Int(hash.multipliedFullWidth(by: UInt64(count)).high)) }
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

/// How a limit of memory is shared out among what a comparison holds at once.
///
/// The shares leave room for the program itself, and for the changes, which are held whatever the limit.
package struct SpillingMemory: Sendable {
  package let folder: SpillFolder
  private let size: Int

  package init(_ size: Int, in folder: SpillFolder) {
    self.size = size
    self.folder = folder
  }

  /// How many bytes of mapped files may be in memory.
  package var mappedPages: Int { size / 4 }

  /// How many bytes the partitions may have that are joined at once.
  var joined: Int { size / 4 }

  /// How many bytes the buffers of all partitions may have.
  var buffers: Int { size / 16 }

  /// How many records are looked at before they are written, each of which takes some hundred bytes meanwhile.
  private var block: Int { max(1024, min(1 << 17, size / 8 / 128)) }

  /// So many records in blocks that are looked at before anything is written.
  func blocks(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: block).map { $0..<min($0 + block, count) }
  }

  /// How many target records are brought into order at once.
  var ordered: Int { max(1024, min(1 << 18, size / 32 / MemoryLayout<Partner>.stride)) }
}

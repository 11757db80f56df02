import Platform
import Records

/// What reading has found out of records, which then need no fingerprints: pairs, and records without a partner.
///
/// Records that are the same byte for byte are a pair where no other record has their identity. Between runs of these,
/// so are records of one hash, as it seems: who compares their contents has both at hand, and confirms it. A record of
/// a hash that no other has is alone.
struct SettledPairs {
  /// The records that have a partner here.
  private(set) var offsets: Sides<OffsetSet>
  private(set) var count = 0
  /// The same records, and those that have no partner at all.
  private(set) var known: Sides<OffsetSet>
  private var aloneCount = 0
  var knownCount: Int { 2 * count + aloneCount }
  private let runs: FoundRuns
  /// The records that may be pairs here, and those of which something else has the same hash.
  private var candidates: Sides<OffsetSet>
  private var candidateCount = 0

  /// Whether there are pairs that have to be confirmed.
  var areTrusted: Bool { runs.haveAlike }

  /// In each round a third or less is left of those that share a slot with others by chance; a hash has bits for four.
  private static let mostRounds = 4

  /// `nil` where reading has found nothing of the kind.
  ///
  /// An identity is known by its hash alone: where two records of a side have one hash, neither is settled.
  ///
  /// - Parameter trustsHashes: Whether pairs may be such that have to be confirmed.
  /// - Complexity: O(*n* + *m*).
  init?(_ input: ComparisonInput, _ memory: SpillingMemory, trustsHashes: Bool) {
    guard input.plan.hasCommonLayout, let equal = input.tables.target.equalRuns(with: input.tables.source),
      let source = IdentityIndex.placedHashes(input, .source), let target = IdentityIndex.placedHashes(input, .target)
    else { return nil }
    let hashes = Sides(source: source, target: target)
    runs = FoundRuns(equal, hashes, memory: trustsHashes ? memory.joined / 8 : 0)
    offsets = Sides { OffsetSet(below: hashes[$0].count) }
    (candidates, known) = (offsets, offsets)
    findCandidates()
    var tally = HashTally(of: source.count, memory: memory.joined)
    for round in 0..<Self.mostRounds where candidateCount - count > source.count / 256 {
      tally.begin(round)
      known.source.forEachMissing(below: source.count) { tally.add(source[$0]) }
      // A candidate has the hash of its partner.
      forEachOther(.target, target) { tally.add(target[$0]) }
      // What identifies nothing may be an error.
      for hash in IdentityIndex.hollowHashes { tally.exclude(hash) }
      settle(by: tally, hashes)
    }
  }

  /// Calls `body` with the records of a side that are no candidates, and of which nothing is known.
  private func forEachOther(_ side: Side, _ hashes: RecordIndex.Hashes, _ body: (Int) -> Void) {
    let known = known[side]
    candidates[side].forEachMissing(below: hashes.count) { record in
      if !known.contains(Int32(truncatingIfNeeded: record)) { body(record) }
    }
  }

  private mutating func findCandidates() {
    var (found, count) = (candidates, 0)
    runs.forEachPiece { start, distance, wanted in
      // A record that is like several targets is the partner of the first: with the others it shares its hash.
      let fresh = wanted & ~found.source.bits(from: start + distance)
      found.source.insert(fresh, from: start + distance)
      found.target.insert(fresh, from: start)
      count += fresh.nonzeroBitCount
    }
    (candidates, candidateCount) = (found, count)
  }

  private mutating func settle(by tally: HashTally, _ hashes: Sides<RecordIndex.Hashes>) {
    var (settled, count) = (offsets, count)
    let target = hashes.target
    runs.forEachPiece { start, distance, wanted in
      var left = wanted & candidates.target.bits(from: start) & ~settled.target.bits(from: start)
      var single: UInt64 = 0
      while left != 0 {
        let place = left.trailingZeroBitCount
        single |= tally.isSingle(target[start + place]) ? 1 << UInt64(place) : 0
        left &= left - 1
      }
      settled.source.insert(single, from: start + distance)
      settled.target.insert(single, from: start)
      count += single.nonzeroBitCount
    }
    (offsets, self.count) = (settled, count)
    for side in Side.allCases {
      var (found, alone) = (known[side], 0)
      forEachOther(side, hashes[side]) { record in
        guard tally.isSingle(hashes[side][record]) else { return }
        found.insert(Int32(truncatingIfNeeded: record))
        alone += 1
      }
      found.formUnion(settled[side])
      (known[side], aloneCount) = (found, aloneCount + alone)
    }
  }

  /// Where the last partner was found.
  struct Place {
    fileprivate var stretch: (targets: Range<Int>, distance: Int?) = (0..<0, nil)
    fileprivate var hint = 0
    fileprivate var alike = 0
  }

  /// The partner of a target record; none if it has none here.
  ///
  /// - Parameter place: At first a new one, then as the last call has left it; records are asked for in their order.
  func partner(of target: Int, _ place: inout Place) -> Partner {
    guard offsets.target.contains(Int32(truncatingIfNeeded: target)),
      let (distance, isEqual) = runs.distance(at: target, &place)
    else { return .none }
    return Partner(source: Int32(truncatingIfNeeded: target + distance), mayDiffer: !isEqual)
  }
}

/// Runs of records that may be pairs: those that are the same, and between them those of the same hashes.
private struct FoundRuns {
  private struct Run {
    let target: Int32
    let source: Int32
    let count: Int32
    var targets: Range<Int> { Int(target)..<Int(target) + Int(count) }
  }

  private let equal: EqualRuns
  private var alike: [Run] = []
  var haveAlike: Bool { !alike.isEmpty }

  /// How far ahead a hash is looked for, and how often in a row in vain.
  private static let window = 32
  private static let mostMisses = 256

  /// - Parameter memory: How many bytes the runs may have that are not the same.
  init(_ equal: EqualRuns, _ hashes: Sides<RecordIndex.Hashes>, memory: Int) {
    self.equal = equal
    var found: [Run] = []
    let most = memory / MemoryLayout<Run>.stride
    var next = (source: 0, target: 0)
    equal.forEach { targets, distance in
      let gap = Sides(
        source: next.source..<max(next.source, targets.lowerBound + distance), target: next.target..<targets.lowerBound)
      Self.add(gap, hashes, to: &found, most)
      next = (targets.upperBound + distance, targets.upperBound)
    }
    Self.add(
      Sides(source: next.source..<hashes.source.count, target: next.target..<hashes.target.count), hashes, to: &found,
      most)
    alike = found
  }

  private static func add(
    _ gap: Sides<Range<Int>>, _ hashes: Sides<RecordIndex.Hashes>, to runs: inout [Run], _ most: Int
  ) {
    var (source, target, misses) = (gap.source.lowerBound, gap.target.lowerBound, 0)
    let (sourceEnd, targetEnd) = (gap.source.upperBound, gap.target.upperBound)
    while source < sourceEnd, target < targetEnd, misses < mostMisses, runs.count < most {
      var count = 0
      while source + count < sourceEnd, target + count < targetEnd,
        hashes.source[source + count] == hashes.target[target + count]
      { count += 1 }
      if count > 0 {
        runs.append(
          Run(
            target: Int32(truncatingIfNeeded: target), source: Int32(truncatingIfNeeded: source),
            count: Int32(truncatingIfNeeded: count)))
        (source, target, misses) = (source + count, target + count, 0)
      } else if let found = hashes.source[source..<min(source + window, sourceEnd)].firstIndex(
        of: hashes.target[target])
      {
        source = found
      } else if let found = hashes.target[target..<min(target + window, targetEnd)].firstIndex(
        of: hashes.source[source])
      {
        target = found
      } else {
        (source, target, misses) = (source + 1, target + 1, misses + 1)
      }
    }
  }

  /// Calls `body` with up to 64 target records at once: the first, what leads from there to the source, a bit for each.
  func forEachPiece(_ body: (Int, Int, UInt64) -> Void) {
    func forEach(_ targets: Range<Int>, _ distance: Int) {
      for start in stride(from: targets.lowerBound, to: targets.upperBound, by: UInt64.bitWidth) {
        body(start, distance, .max >> UInt64(max(0, UInt64.bitWidth - (targets.upperBound - start))))
      }
    }
    equal.forEach(forEach)
    for run in alike { forEach(run.targets, Int(run.source) - Int(run.target)) }
  }

  /// What leads from a target record to the source record that it is like.
  func distance(at target: Int, _ place: inout SettledPairs.Place) -> (distance: Int, isEqual: Bool)? {
    if !place.stretch.targets.contains(target) { place.stretch = equal.stretch(around: target, &place.hint) }
    if let distance = place.stretch.distance { return (distance, true) }
    while place.alike < alike.count, alike[place.alike].targets.upperBound <= target { place.alike += 1 }
    guard place.alike < alike.count, alike[place.alike].targets.contains(target) else { return nil }
    return (Int(alike[place.alike].source) - Int(alike[place.alike].target), false)
  }
}

/// Which hashes occur once, in little memory: one may seem to occur more often, but none less.
private struct HashTally {
  /// The slots' counts up to 2, in two bits each.
  private var counts: [UInt64]
  private let mask: UInt64
  private var shift: UInt64 = 0

  /// - Parameters:
  ///   - count: About how many hashes there are.
  ///   - memory: How many bytes there may be.
  init(of count: Int, memory: Int) {
    // Small enough to stay near the processor.
    let words = max(64, min(memory / 8, count / 8))
    counts = [UInt64](repeating: 0, count: 1 << (Int.bitWidth - 1 - words.leadingZeroBitCount))
    mask = UInt64(32 * counts.count - 1)
  }

  /// Forgets all; in each round hashes share their slots with others.
  mutating func begin(_ round: Int) {
    if round > 0 { for place in counts.indices { counts[place] = 0 } }
    shift = UInt64(12 * round)
  }

  private func place(of hash: UInt64) -> (word: Int, bit: UInt64) {
    let slot = hash >> shift & mask
    return (Int(slot >> 5), 2 * (slot & 31))
  }

  mutating func add(_ hash: UInt64) {
    let (word, bit) = place(of: hash)
    counts[word] |= 1 << (bit + counts[word] >> bit & 1)
  }

  mutating func exclude(_ hash: UInt64) {
    let (word, bit) = place(of: hash)
    counts[word] |= 2 << bit
  }

  @inline(__always) func isSingle(_ hash: UInt64) -> Bool {
    let (word, bit) = place(of: hash)
    return counts[word] >> bit & 3 == 1
  }
}

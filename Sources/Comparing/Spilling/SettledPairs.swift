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
  /// Runs of records that are the same, and between them those of the same hashes.
  private let equal: EqualRuns
  private let alike: EqualRuns
  /// The records that may be pairs here, and those of which something else has the same hash.
  private var candidates: Sides<OffsetSet>
  private var candidateCount = 0

  /// Whether there are pairs that have to be confirmed.
  var areTrusted: Bool { alike.count > 0 }

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
    self.equal = equal
    alike = EqualRuns(
      between: equal, input.tables.source, hashes, most: trustsHashes ? memory.joined / 8 / EqualRuns.bytesPerRun : 0)
    offsets = Sides { OffsetSet(below: hashes[$0].count) }
    (candidates, known) = (offsets, offsets)
    findCandidates()
    var tally = HashTally(of: source.count, memory: memory.joined)
    for round in 0..<Self.mostRounds where candidateCount - count > source.count / 256 {
      tally.begin(round)
      known.source.forEachMissing(in: 0..<source.count) { tally.add(source[$0]) }
      // A candidate has the hash of its partner.
      forEachOther(.target, target) { tally.add(target[$0]) }
      // What identifies nothing may be an error.
      for hash in IdentityIndex.hollowHashes { tally.exclude(hash) }
      settle(by: tally, hashes)
    }
  }

  private func forEachPiece(_ body: (Int, Int, UInt64) -> Void) {
    equal.forEachPiece(body)
    alike.forEachPiece(body)
  }

  /// Calls `body` with the records of a side that are no candidates, and of which nothing is known.
  private func forEachOther(_ side: Side, _ hashes: RecordIndex.Hashes, _ body: (Int) -> Void) {
    let known = known[side]
    candidates[side].forEachMissing(in: 0..<hashes.count) { record in
      if !known.contains(Int32(truncatingIfNeeded: record)) { body(record) }
    }
  }

  private mutating func findCandidates() {
    var (found, count) = (candidates, 0)
    forEachPiece { start, distance, wanted in
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
    forEachPiece { start, distance, wanted in
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
    fileprivate var equal = 0
    fileprivate var alike = 0
  }

  /// The partner of a target record; none if it has none here.
  ///
  /// - Parameter place: At first a new one, then as the last call has left it.
  func partner(of target: Int, _ place: inout Place) -> Partner {
    guard offsets.target.contains(Int32(truncatingIfNeeded: target)) else { return .none }
    if !place.stretch.targets.contains(target) { place.stretch = equal.stretch(around: target, &place.equal) }
    if let distance = place.stretch.distance {
      return Partner(source: Int32(truncatingIfNeeded: target + distance), mayDiffer: false)
    }
    guard let distance = alike.stretch(around: target, &place.alike).distance else { return .none }
    return Partner(source: Int32(truncatingIfNeeded: target + distance), mayDiffer: true)
  }
}

extension EqualRuns {
  /// How far ahead a hash is looked for, and how often in a row in vain.
  private static let window = 32
  private static let mostMisses = 256

  /// Runs of records with the same hashes, between runs of records that are the same.
  ///
  /// - Parameter most: How many runs there may be.
  fileprivate init(between equal: EqualRuns, _ source: RecordTable, _ hashes: Sides<RecordIndex.Hashes>, most: Int) {
    var found = EqualRuns(with: source)
    var next = (source: 0, target: 0)
    func close(_ sourceEnd: Int, _ targetEnd: Int) {
      let sources = hashes.source[next.source..<max(next.source, sourceEnd)]
      found.append(sources, hashes.target[next.target..<targetEnd], most: most)
    }
    equal.forEach { targets, distance in
      close(targets.lowerBound + distance, targets.lowerBound)
      next = (targets.upperBound + distance, targets.upperBound)
    }
    close(hashes.source.count, hashes.target.count)
    self = found
  }

  private mutating func append(_ sources: Slice<RecordIndex.Hashes>, _ targets: Slice<RecordIndex.Hashes>, most: Int) {
    var (sources, targets, misses) = (sources, targets, 0)
    while let source = sources.first, let target = targets.first, misses < Self.mostMisses, count < most {
      let same = zip(sources, targets).lazy.prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
      if same > 0 {
        append(targets.startIndex..<targets.startIndex + same, distance: sources.startIndex - targets.startIndex)
        (sources, targets, misses) = (sources.dropFirst(same), targets.dropFirst(same), 0)
      } else if let found = sources.prefix(Self.window).firstIndex(of: target) {
        sources = sources[found...]
      } else if let found = targets.prefix(Self.window).firstIndex(of: source) {
        targets = targets[found...]
      } else {
        (sources, targets, misses) = (sources.dropFirst(), targets.dropFirst(), misses + 1)
      }
    }
  }

  /// Calls `body` with up to 64 target records at once: the first, what leads from there to the source, a bit for each.
  fileprivate func forEachPiece(_ body: (Int, Int, UInt64) -> Void) {
    forEach { targets, distance in
      for start in stride(from: targets.lowerBound, to: targets.upperBound, by: UInt64.bitWidth) {
        body(start, distance, .max >> UInt64(max(0, UInt64.bitWidth - (targets.upperBound - start))))
      }
    }
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

import Records

/// Pairs that reading has found, which need no fingerprints: records that are the same byte for byte, of an identity
/// that no other record has.
struct SettledPairs {
  /// The records that have a partner here.
  private(set) var offsets: Sides<OffsetSet>
  private(set) var count = 0
  private let runs: EqualRuns
  /// The same records and those of which something else has the same hash.
  private var candidates: Sides<OffsetSet>
  private var candidateCount = 0

  /// In each round a third or less is left of those that share a slot with others by chance; a hash has bits for four.
  private static let mostRounds = 4

  /// `nil` where reading has found nothing of the kind.
  ///
  /// An identity is known by its hash alone: where two have one hash, neither is settled.
  ///
  /// - Complexity: O(*n* + *m*).
  init?(_ input: ComparisonInput, _ memory: SpillingMemory) {
    guard input.plan.hasCommonLayout, let runs = input.tables.target.equalRuns(with: input.tables.source),
      let source = IdentityIndex.placedHashes(input, .source), let target = IdentityIndex.placedHashes(input, .target)
    else { return nil }
    self.runs = runs
    offsets = Sides { OffsetSet(below: input.orders[$0].count) }
    candidates = offsets
    findCandidates()
    var tally = HashTally(of: source.count, memory: memory.joined)
    for round in 0..<Self.mostRounds where candidateCount - count > source.count / 256 {
      tally.begin(round)
      offsets.source.forEachMissing(below: source.count) { tally.add(source[$0]) }
      candidates.target.forEachMissing(below: target.count) { tally.add(target[$0]) }
      // What identifies nothing may be an error.
      for hash in IdentityIndex.hollowHashes { tally.exclude(hash) }
      settle(by: tally, source)
    }
  }

  private mutating func findCandidates() {
    var (found, count) = (candidates, 0)
    runs.forEach { targets, distance in
      for target in targets {
        let source = Int32(truncatingIfNeeded: target + distance)
        // A record that is like several targets is the partner of the first: with the others it shares its hash.
        guard !found.source.contains(source) else { continue }
        found.source.insert(source)
        found.target.insert(Int32(truncatingIfNeeded: target))
        count += 1
      }
    }
    (candidates, candidateCount) = (found, count)
  }

  private mutating func settle(by tally: HashTally, _ hashes: RecordIndex.Hashes) {
    var (settled, count) = (offsets, count)
    runs.forEach { targets, distance in
      for number in targets {
        let target = Int32(truncatingIfNeeded: number)
        guard !settled.target.contains(target), candidates.target.contains(target),
          tally.isSingle(hashes[number + distance])
        else { continue }
        settled.source.insert(Int32(truncatingIfNeeded: number + distance))
        settled.target.insert(target)
        count += 1
      }
    }
    (offsets, self.count) = (settled, count)
  }

  /// The partner of a target record; none if it is not settled.
  ///
  /// - Parameter hint: At first 0, then as the last call has left it.
  func partner(of target: Int, _ hint: inout Int) -> Partner {
    guard offsets.target.contains(Int32(truncatingIfNeeded: target)),
      let distance = runs.stretch(around: target, &hint).distance
    else { return .none }
    return Partner(source: Int32(truncatingIfNeeded: target + distance), mayDiffer: false)
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

  func isSingle(_ hash: UInt64) -> Bool {
    let (word, bit) = place(of: hash)
    return counts[word] >> bit & 3 == 1
  }
}

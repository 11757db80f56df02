/// Pairs two collections that lie mostly in the same order, without a table of all identities.
///
/// First both are walked side by side, and what follows its predecessor on both sides is paired on trial. A trial pair
/// is final if its identity occurs nowhere else. To know that, every identity that was met (one for each source
/// element, one for each target element left over) sets a bit in a small filter; those whose bit was set already are
/// *suspects*, an eighth or so, and they alone go through the table. All occurrences of an identity share one bit, so
/// that they are suspects together, and the result is exactly that of the table over everything, whatever the trial
/// pairs were.
///
/// Hence stretches of both sides can be walked on their own.
@usableFromInline struct PairingAlignment<Input: AlignmentInput> {
  @usableFromInline let input: Input
  @usableFromInline let sourceToTarget: Partners
  @usableFromInline let targetToSource: Partners
  /// The stretch's elements; pairs are within.
  @usableFromInline let sources: Range<Int>
  @usableFromInline let targets: Range<Int>
  /// The target's elements without a trial partner, ascending.
  @usableFromInline var unresolved: [Int32] = []
  @usableFromInline var pairedCount = 0

  @inlinable init(
    input: Input, sourceToTarget: Partners, targetToSource: Partners, sources: Range<Int>, targets: Range<Int>
  ) {
    self.input = input
    self.sourceToTarget = sourceToTarget
    self.targetToSource = targetToSource
    self.sources = sources
    self.targets = targets
  }

  /// Walks both sides; false if they are too different for this to pay, and nothing is paired.
  ///
  /// Which they are if more than a quarter of all the target's elements find no partner here.
  @inlinable mutating func walk() throws(Input.Failure) -> Bool {
    let limit = targetToSource.count / 4 &+ 64
    var expected = sources.lowerBound
    var streak = 0
    for target in targets {
      let source = try partner(of: target, expected, &streak)
      if source >= 0 {
        sourceToTarget[source] = Int32(truncatingIfNeeded: target)
        targetToSource[target] = Int32(truncatingIfNeeded: source)
        pairedCount &+= 1
        expected = source &+ 1
      } else {
        unresolved.append(Int32(truncatingIfNeeded: target))
        if unresolved.count > limit { return giveUp() }
      }
    }
    return true
  }

  @inlinable @inline(never) mutating func giveUp() -> Bool {
    for offset in sources { sourceToTarget[offset] = -1 }
    for offset in targets { targetToSource[offset] = -1 }
    pairedCount = 0
    return false
  }

  /// The next source element if it is the same, or one soon after it, or −1.
  ///
  /// The longer nothing was found, the farther it is looked for, seldom enough to stay linear.
  @inlinable @inline(__always) func partner(of target: Int, _ expected: Int, _ streak: inout Int) throws(Input.Failure)
    -> Int
  {
    let next = expected &+ 1
    if next < sources.upperBound {
      if try input.isIdentical(source: expected, target: target) {
        shorten(&streak)
        return expected
      }
      if try input.isIdentical(source: next, target: target) {
        shorten(&streak)
        return next
      }
    } else if expected < sources.upperBound, try input.isIdentical(source: expected, target: target) {
      return expected
    }
    streak &+= 1
    guard streak >= 4, streak & (streak &- 1) == 0 else { return -1 }
    return try search(target, next &+ 1, 4 &* streak)
  }

  /// After a short streak all is well again; in a long one a single find may be chance, and much of it is kept.
  @inlinable @inline(__always) func shorten(_ streak: inout Int) { streak = streak < 64 ? 0 : streak &- streak >> 3 }

  /// Far away an identity may well occur once more by chance: there the next elements have to be the same, too.
  @inlinable @inline(never) func search(_ target: Int, _ start: Int, _ reach: Int) throws(Input.Failure) -> Int {
    var source = start
    while source < min(start &+ reach, sources.upperBound) {
      if try input.isIdentical(source: source, target: target),
        try reach > 128 ? areFollowedAlike(source, target) : true
      {
        return source
      }
      source &+= 1
    }
    return -1
  }

  @inlinable func areFollowedAlike(_ source: Int, _ target: Int) throws(Input.Failure) -> Bool {
    guard source &+ 1 < sources.upperBound, target &+ 1 < targets.upperBound else { return true }
    return try input.isIdentical(source: source &+ 1, target: target &+ 1)
  }
}

extension PairingAlignment where Input: PairingInput {
  /// The number of hashes that ``enter(into:)`` enters.
  @inlinable var entryCount: Int { sources.count &+ unresolved.count }

  /// Enters every identity that was met.
  @inlinable func enter(into filter: CollisionFilter) { forEachHash { filter.enter($0) } }

  @inlinable @inline(__always) func forEachHash(_ body: (UInt64) -> Void) {
    for offset in sources { body(input.sourceHash(offset)) }
    for target in unresolved { body(input.targetHash(Int(target))) }
  }

  /// The elements whose identity may occur more than once.
  @inlinable func suspects() -> PairingSuspects {
    if entryCount > SuspectParts.threshold { return suspectsInParts() }
    let filter = CollisionFilter(count: entryCount)
    enter(into: filter)
    filter.keepCollisions()
    return suspects(filter, in: filter)
  }

  @inlinable func suspectsInParts() -> PairingSuspects {
    let parts = SuspectParts(count: entryCount)
    forEachHash { parts.enter($0) }
    var suspects = PairingSuspects()
    for place in parts.places() {
      if place < sources.count {
        suspects.sources.append(Int32(truncatingIfNeeded: sources.lowerBound &+ place))
      } else {
        suspects.targets.append(unresolved[place &- sources.count])
      }
    }
    return suspects
  }

  /// The elements whose identity may occur more than once in `all`, which what was entered into `filter` was merged
  /// into.
  @inlinable func suspects(_ filter: CollisionFilter, in all: CollisionFilter) -> PairingSuspects {
    let first = Int32(truncatingIfNeeded: sources.lowerBound)
    let places = filter.suspects(sources.count, unresolved.count, 0, in: all)
    return PairingSuspects(
      sources: filter.suspects(0, sources.count, first, in: all), targets: places.map { unresolved[Int($0)] })
  }
}

/// Finds out which of very many hashes may occur more than once.
///
/// **The idea.** One filter for all of them, as ``CollisionFilter`` has, is larger than the processor's
/// nearest memory, so that every hash waits for farther one. So hashes are dealt out by their first
/// bits into parts, and each part goes through a filter that stays near.
///
/// **The invariants.** Equal hashes are in one part and have one bit in its filter, so that all
/// offsets of a hash are suspects together. Parts are as large as they are counted, whatever the hashes
/// are. An entry is the first 32 bits of a hash above the offset at which it was entered.
///
/// **What must be changed together.** `part(_:)` and `bit(_:)`, which take neighbouring bits of the 32.
///
/// **The source.** S. Manegold, P. Boncz and M. Kersten, "Optimizing main-memory join on modern
/// hardware", IEEE Transactions on Knowledge and Data Engineering 14(4), 2002.
@usableFromInline final class SuspectParts {
  /// Beyond so many hashes this is faster than one filter.
  @inlinable static var threshold: Int { 1 << 20 }

  @usableFromInline let partBits: Int
  @usableFromInline let filterBits: Int
  /// The first 32 bits of each hash, in the order in which they were entered.
  @usableFromInline let hashes: OwnedMemory<UInt32>
  @usableFromInline var count = 0
  /// The number of hashes of each part.
  @usableFromInline let sizes: OwnedMemory<Int>

  /// Room for at most `count` hashes.
  ///
  /// - Parameter partSize: how many hashes a part has, more or less.
  @inlinable init(count: Int, partSize: Int = 1 << 17) {
    partBits = min(12, Int.bitWidth - (max(1, count / partSize) - 1).leadingZeroBitCount)
    let expected = max(1, count &>> partBits)
    filterBits = min(32 - partBits, Int.bitWidth - (12 * expected).leadingZeroBitCount)
    hashes = OwnedMemory(count: count)
    sizes = OwnedMemory(repeating: 0, count: 1 << partBits)
  }

  @inlinable @inline(__always) func enter(_ hash: UInt64) {
    let bits = UInt32(truncatingIfNeeded: hash &>> 32)
    hashes[count] = bits
    count &+= 1
    sizes[part(bits)] &+= 1
  }

  @inlinable @inline(__always) func part(_ hash: UInt32) -> Int { Int(UInt64(hash) &>> UInt64(32 &- partBits)) }

  /// The position of a hash's bit in its part's filter.
  @inlinable @inline(__always) func bit(_ entry: UInt64) -> Int {
    Int((entry &<< UInt64(partBits)) &>> UInt64(64 &- filterBits))
  }
}

extension SuspectParts {
  /// The offsets of the hashes that may occur more than once, ascending.
  @usableFromInline func places() -> [Int] {
    let suspects = BitSet(count: count)
    let once = BitSet(count: 1 << filterBits)
    let again = BitSet(count: 1 << filterBits)
    let entries = OwnedMemory<UInt64>(count: count)
    deal(into: entries)
    var start = 0
    for part in 0..<1 << partBits {
      let end = start + sizes[part]
      once.removeAll()
      again.removeAll()
      for index in start..<end {
        let bit = bit(entries[index])
        if once.insert(bit) { again.insert(bit) }
      }
      for index in start..<end where again.contains(bit(entries[index])) {
        suspects.insert(Int(UInt32(truncatingIfNeeded: entries[index])))
      }
      start = end
    }
    return suspects.members
  }

  /// Puts the entries of each part side by side.
  private func deal(into entries: borrowing OwnedMemory<UInt64>) {
    let ends = OwnedMemory<Int>(count: 1 << partBits)
    var end = 0
    for part in 0..<ends.count {
      ends[part] = end
      end += sizes[part]
    }
    for index in 0..<count {
      let part = part(hashes[index])
      entries[ends[part]] = UInt64(hashes[index]) &<< 32 | UInt64(truncatingIfNeeded: index)
      ends[part] &+= 1
    }
  }
}

/// A set of numbers from 0 to below a limit.
private final class BitSet {
  private let words: OwnedMemory<UInt64>

  init(count: Int) { words = OwnedMemory(repeating: 0, count: count / 64 + 1) }

  func removeAll() { words.fill(with: 0) }

  func contains(_ number: Int) -> Bool { words[number &>> 6] &>> UInt64(number & 63) & 1 != 0 }

  /// Inserts a number, and says whether it was in already.
  @discardableResult func insert(_ number: Int) -> Bool {
    let word = words[number &>> 6]
    let mask: UInt64 = 1 &<< UInt64(number & 63)
    words[number &>> 6] = word | mask
    return word & mask != 0
  }

  /// The numbers, ascending.
  var members: [Int] {
    var members: [Int] = []
    for index in 0..<words.count {
      var word = words[index]
      while word != 0 {
        members.append(index &<< 6 | word.trailingZeroBitCount)
        word &= word &- 1
      }
    }
    return members
  }
}

/// Which element of the source is which of the target.
///
/// Elements of equal identity pair first-in-first-out: the *k*-th occurrence in the target pairs
/// with the *k*-th in the source. What is left over is deleted or inserted. The result depends on
/// the identities alone: hashes only make it fast, and never pair two different identities.
///
/// Offsets are 0-based; collections of up to 2³¹ − 2 elements can be paired.
public struct Pairing: Sendable, Hashable {
  /// For each source element the offset of its partner in the target, or −1: it is deleted.
  @usableFromInline package let sourceToTarget: [Int32]
  /// For each target element the offset of its partner in the source, or −1: it is inserted.
  @usableFromInline package let targetToSource: [Int32]
  /// The number of pairs.
  public let pairedCount: Int
  /// Whether the partners of the target's elements have ascending offsets: nothing has moved.
  @usableFromInline package let isOrdered: Bool
  /// Identities that occur more than once, with examples.
  public let duplicates: Duplicates

  /// Pairs elements by hashes of their identities that a closure confirms.
  ///
  /// The closure gets *global* offsets: 0 ..< *n* is the source, *n* ..< *n* + *m* the target. It
  /// is asked only about elements of equal hash, also about two elements of one side.
  ///
  /// - Parameters:
  ///   - sourceHashes: one hash for each of the *n* source elements, well mixed in all bits.
  ///   - targetHashes: one hash for each of the *m* target elements.
  ///   - areIdentical: whether two elements have the same identity. An equivalence relation.
  /// - Throws: what `areIdentical` throws, at once.
  /// - Complexity: O(*n* + *m*) expected; a quadratic number of probes if all hashes are equal.
  @inlinable public init<Failure: Error>(
    sourceHashes: [UInt64], targetHashes: [UInt64], areIdentical: (Int, Int) throws(Failure) -> Bool
  ) throws(Failure) { self = try Self.hashed(sourceHashes, targetHashes, nil, nil, areIdentical) }

  /// Pairs elements whose identities are interned: equal numbers are equal identities.
  ///
  /// - Complexity: O(*n* + *m*) expected.
  @inlinable public init(sourceIdentities: [UInt32], targetIdentities: [UInt32]) {
    self.init(
      InternedInput(source: sourceIdentities, target: targetIdentities), sourceIdentities.count, targetIdentities.count)
  }

  @inlinable init(
    sourceToTarget: [Int32], targetToSource: [Int32], pairedCount: Int, isOrdered: Bool, duplicates: Duplicates
  ) {
    self.sourceToTarget = sourceToTarget
    self.targetToSource = targetToSource
    self.pairedCount = pairedCount
    self.isOrdered = isOrdered
    self.duplicates = duplicates
  }

  /// Pairs by hashes within some ranges of both sides; the rest stays unpaired.
  @inlinable static func hashed<Failure: Error>(
    _ sourceHashes: [UInt64], _ targetHashes: [UInt64], _ sourceRanges: [Range<Int>]?, _ targetRanges: [Range<Int>]?,
    _ areIdentical: (Int, Int) throws(Failure) -> Bool
  ) throws(Failure) -> Pairing {
    try withoutActuallyEscaping(areIdentical) { escaping throws(Failure) in
      try Pairing(
        HashedInput(sourceHashes: sourceHashes, targetHashes: targetHashes, areIdentical: escaping), sourceHashes.count,
        targetHashes.count, sourceRanges, targetRanges)
    }
  }
}

extension Pairing {
  /// The number of the source's elements.
  @inlinable public var sourceCount: Int { sourceToTarget.count }

  /// The number of the target's elements.
  @inlinable public var targetCount: Int { targetToSource.count }

  /// Whether every element has a partner.
  @inlinable var isWhole: Bool { pairedCount == sourceCount && pairedCount == targetCount }

  /// The offset of a source element's partner in the target, or nil: it is deleted, or there is no such element.
  public func partner(ofSource offset: Int) -> Int? {
    guard sourceToTarget.indices.contains(offset), sourceToTarget[offset] >= 0 else { return nil }
    return Int(sourceToTarget[offset])
  }

  /// The offset of a target element's partner in the source, or nil: it is inserted, or there is no such element.
  public func partner(ofTarget offset: Int) -> Int? {
    guard targetToSource.indices.contains(offset), targetToSource[offset] >= 0 else { return nil }
    return Int(targetToSource[offset])
  }

  /// The same pairs seen from the other side.
  public var inverted: Pairing {
    Pairing(
      sourceToTarget: targetToSource, targetToSource: sourceToTarget, pairedCount: pairedCount, isOrdered: isOrdered,
      duplicates: Duplicates(source: duplicates.target, target: duplicates.source))
  }
}

extension Pairing {
  /// Pairs what lies in the given ranges (ascending, disjoint; all by default).
  ///
  /// - Parameter prefix: how many elements at the beginning of both sides are known to be
  ///   identical. Their occurrences of an identity are the first ones on both sides, so that they
  ///   pair with each other whatever follows; nothing is asked about them.
  @inlinable package init<Input: PairingInput>(
    _ input: Input, _ sourceCount: Int, _ targetCount: Int, _ sourceRanges: [Range<Int>]? = nil,
    _ targetRanges: [Range<Int>]? = nil, prefix: Int = 0, countsDuplicates: Bool = true
  ) throws(Input.Failure) {
    if sourceRanges == nil, targetRanges == nil {
      let size = max(sourceCount, targetCount) &- prefix
      if !countsDuplicates, size <= Self.smallLimit {
        self = try Self.small(input, sourceCount, targetCount, prefix: prefix)
        return
      }
      if countsDuplicates || size > Self.tableLimit,
        let pairing = try Self.aligned(input, sourceCount, targetCount, prefix, countsDuplicates)
      {
        self = pairing
        return
      }
    }
    try self.init(
      throughTable: input, sourceCount, targetCount, sourceRanges, targetRanges, prefix: prefix,
      countsDuplicates: countsDuplicates)
  }

  /// Partners of which only those of the common prefix are known.
  @inlinable static func partners(_ count: Int, prefix: Int) -> [Int32] {
    var partners = filled(count, with: Int32(-1))
    for offset in 0..<prefix { partners[offset] = Int32(truncatingIfNeeded: offset) }
    return partners
  }

  /// Pairs collections that lie mostly in the same order; nil if these do not.
  @inlinable static func aligned<Input: PairingInput>(
    _ input: Input, _ sourceCount: Int, _ targetCount: Int, _ prefix: Int, _ countsDuplicates: Bool
  ) throws(Input.Failure) -> Pairing? {
    var sourceToTarget = partners(sourceCount, prefix: prefix)
    var targetToSource = partners(targetCount, prefix: prefix)
    var duplicates = Duplicates()
    var pairedCount: Int?
    var isOrdered = true
    try Partners.lent(&sourceToTarget, &targetToSource) { forward, backward throws(Input.Failure) in
      var alignment = PairingAlignment(
        input: input, sourceToTarget: forward, targetToSource: backward, sources: prefix..<sourceCount,
        targets: prefix..<targetCount)
      guard try alignment.walk() else { return }
      var suspects = alignment.suspects()
      let found = try suspects.pair(input, forward, backward, countsDuplicates: countsDuplicates)
      duplicates = found.duplicates
      pairedCount = prefix + alignment.pairedCount + found.pairs
      isOrdered = backward.areAscending(from: prefix)
    }
    guard let pairedCount else { return nil }
    return Pairing(
      sourceToTarget: sourceToTarget, targetToSource: targetToSource, pairedCount: pairedCount, isOrdered: isOrdered,
      duplicates: duplicates)
  }
}

extension Pairing {
  /// Pairs that are known.
  ///
  /// - Parameters:
  ///   - pairs: Offsets in range, each of which occurs once on its side.
  ///   - duplicates: How often identities occur more than once.
  /// - Complexity: O(*n* + *m*).
  package init(
    pairs: some Sequence<(source: Int32, target: Int32)>, sourceCount: Int, targetCount: Int, duplicates: Duplicates
  ) {
    var forward = [Int32](repeating: -1, count: sourceCount)
    var backward = [Int32](repeating: -1, count: targetCount)
    var count = 0
    for pair in pairs {
      forward[Int(pair.source)] = pair.target
      backward[Int(pair.target)] = pair.source
      count += 1
    }
    let isOrdered = Partners.lent(&forward, &backward) { $1.areAscending(from: 0) }
    self.init(
      sourceToTarget: forward, targetToSource: backward, pairedCount: count, isOrdered: isOrdered,
      duplicates: duplicates)
  }

  /// Other pairs among some elements; all others keep their partners, and the counts of duplicates stay.
  ///
  /// - Parameters:
  ///   - sources: Offsets in the source whose partners, where they have any, are among `targets`.
  ///   - targets: Offsets in the target whose partners, where they have any, are among `sources`.
  ///   - pairs: The new pairs; each offset is one of these and occurs once.
  /// - Complexity: O(*n* + *m*).
  package func replacing(sources: [Int32], targets: [Int32], by pairs: [(source: Int32, target: Int32)]) -> Pairing {
    var (forward, backward) = (sourceToTarget, targetToSource)
    var count = pairedCount + pairs.count
    for source in sources {
      count -= forward[Int(source)] < 0 ? 0 : 1
      forward[Int(source)] = -1
    }
    for target in targets { backward[Int(target)] = -1 }
    for pair in pairs {
      forward[Int(pair.source)] = pair.target
      backward[Int(pair.target)] = pair.source
    }
    let isOrdered = Partners.lent(&forward, &backward) { $1.areAscending(from: 0) }
    return Pairing(
      sourceToTarget: forward, targetToSource: backward, pairedCount: count, isOrdered: isOrdered,
      duplicates: duplicates)
  }
}

// Small input.
//
// The idea. Up to 64 elements need no table and no filter: which source elements are unpaired is
// one word, and a target element takes the first of them that is identical. In collections that are
// mostly in order that is nearly always one of the first bits that are set.
//
// The invariants. Bit k stands for the source element k elements after the prefix; it is set as long as that element
// has no partner. Target elements are taken in order and bits from the lowest, so that pairs are first-in-first-out
// with no more ado. Whatever the identities are, there are at most 64 × 64 comparisons: nothing can be crafted against
// it. Hashes, where they are made at all, spare comparisons and decide nothing.
//
// What must be changed together. `smallLimit` and the width of the word. What leads here, in
// `Pairing.init`, must not ask for duplicates, which this path does not count.
//
// The source. First-in-first-out pairs are those of P. Heckel's tables, CACM 21(4), 1978
// (doi:10.1145/359460.359467); the rest is a walk over bits.

extension Pairing {
  /// Up to so many elements on each side, the common prefix aside, are paired without a table.
  @inlinable static var smallLimit: Int { 64 }

  /// Pairs few elements, by comparing them.
  @inlinable static func small<Input: PairingInput>(_ input: Input, _ sourceCount: Int, _ targetCount: Int, prefix: Int)
    throws(Input.Failure) -> Pairing
  {
    var sourceToTarget = partners(sourceCount, prefix: prefix)
    var targetToSource = partners(targetCount, prefix: prefix)
    let hashes = input.comparesAsFastAsItHashes ? [] : (prefix..<sourceCount).map { input.sourceHash($0) }
    var unpaired: UInt64 = sourceCount > prefix ? ~0 &>> UInt64(64 &- (sourceCount &- prefix)) : 0
    var pairedCount = prefix
    var last = prefix &- 1
    var isOrdered = true
    for target in prefix..<targetCount where unpaired != 0 {
      let source = try first(unpaired, identicalTo: target, input, hashes, prefix)
      if source < 0 { continue }
      unpaired &= ~(1 &<< UInt64(source &- prefix))
      sourceToTarget[source] = Int32(truncatingIfNeeded: target)
      targetToSource[target] = Int32(truncatingIfNeeded: source)
      pairedCount &+= 1
      if source < last { isOrdered = false }
      last = source
    }
    return Pairing(
      sourceToTarget: sourceToTarget, targetToSource: targetToSource, pairedCount: pairedCount, isOrdered: isOrdered,
      duplicates: Duplicates())
  }

  /// The first of the unpaired source elements that is identical to a target element, or −1.
  @inlinable @inline(__always) static func first<Input: PairingInput>(
    _ unpaired: UInt64, identicalTo target: Int, _ input: Input, _ hashes: [UInt64], _ prefix: Int
  ) throws(Input.Failure) -> Int {
    let hash = hashes.isEmpty ? 0 : input.targetHash(target)
    var candidates = unpaired
    while candidates != 0 {
      let index = candidates.trailingZeroBitCount
      if hashes.isEmpty || hashes[index] == hash, try input.isIdentical(source: prefix &+ index, target: target) {
        return prefix &+ index
      }
      candidates &= candidates &- 1
    }
    return -1
  }
}

extension Pairing {
  /// Pairs through a table of the source's identities, and through another one with other hashes if
  /// the first is crowded: identities may be made up so that their hashes are equal.
  @inlinable init<Input: PairingInput>(
    throughTable input: Input, _ sourceCount: Int, _ targetCount: Int, _ sourceRanges: [Range<Int>]?,
    _ targetRanges: [Range<Int>]?, prefix: Int = 0, countsDuplicates: Bool
  ) throws(Input.Failure) {
    var input = input
    func attempt(_ probeLimit: Int) throws(Input.Failure) -> (pairing: Pairing, isCrowded: Bool) {
      try Self.matched(
        input, sourceCount, targetCount, sourceRanges, targetRanges, prefix, countsDuplicates, probeLimit: probeLimit)
    }
    var result = try attempt(input.canReseed ? Self.probeLimit : .max)
    // Where other hashes do not help, the last table takes what there is.
    for limit in [Self.probeLimit, .max] where result.isCrowded {
      input = input.reseeded()
      result = try attempt(limit)
    }
    self = result.pairing
  }

  /// Up to so many elements on each side, the common prefix aside, a table of all identities stays
  /// in the nearest memory: to find out first which ones have to be in it costs more.
  @inlinable static var tableLimit: Int { 600 }

  /// At half load no search among billions is this long by chance.
  @inlinable static var probeLimit: Int { 256 }

  /// Pairs through one table, and says whether it is crowded: then the pairs are not to be used.
  @inlinable static func matched<Input: PairingInput>(
    _ input: Input, _ sourceCount: Int, _ targetCount: Int, _ sourceRanges: [Range<Int>]?,
    _ targetRanges: [Range<Int>]?, _ prefix: Int, _ countsDuplicates: Bool, probeLimit: Int
  ) throws(Input.Failure) -> (pairing: Pairing, isCrowded: Bool) {
    var sourceToTarget = partners(sourceCount, prefix: prefix)
    var targetToSource = partners(targetCount, prefix: prefix)
    var duplicates = Duplicates()
    var pairedCount = 0
    var isOrdered = true
    var isCrowded = false
    try Partners.lent(&sourceToTarget, &targetToSource) { forward, backward throws(Input.Failure) in
      if let sourceRanges { PairingMatcher<Input>.exclude(allBut: sourceRanges, forward) }
      let sourceRanges = sourceRanges ?? [prefix..<sourceCount]
      var matcher = PairingMatcher(
        input: input, sourceToTarget: forward, targetToSource: backward, sourceRanges: sourceRanges,
        countsDuplicates: countsDuplicates, probeLimit: probeLimit)
      try matcher.enter(sourceRanges)
      if countsDuplicates { duplicates.source = matcher.sourceDuplicates(sourceRanges) }
      try matcher.match(targetRanges ?? [prefix..<targetCount], after: sourceRanges)
      isCrowded = matcher.isCrowded
      if isCrowded { return }
      if countsDuplicates { duplicates.target = try matcher.targetDuplicates() }
      matcher.clearMarks()
      pairedCount = prefix &+ matcher.pairedCount
      isOrdered = matcher.isOrdered
    }
    let pairing = Pairing(
      sourceToTarget: sourceToTarget, targetToSource: targetToSource, pairedCount: pairedCount, isOrdered: isOrdered,
      duplicates: duplicates)
    return (pairing, isCrowded)
  }
}

/// Pairs two collections that lie mostly in the same order, without a table of all identities.
///
/// First both are walked side by side, and what follows its predecessor on both sides is paired on
/// trial. A trial pair is final if its identity occurs nowhere else. To know that, every identity
/// that was met (one for each source element, one for each target element left over) sets a bit
/// in a small filter; those whose bit was set already are *suspects*, an eighth or so, and they
/// alone go through the table. All occurrences of an identity share one bit, so that they are
/// suspects together, and the result is exactly that of the table over everything, whatever the
/// trial pairs were.
///
/// Hence stretches of both sides can be walked on their own.
@usableFromInline
struct PairingAlignment<Input: AlignmentInput> {
  @usableFromInline let input: Input
  @usableFromInline let sourceToTarget: Partners
  @usableFromInline let targetToSource: Partners
  /// The stretch's elements; pairs are within.
  @usableFromInline let sources: Range<Int>
  @usableFromInline let targets: Range<Int>
  /// The target's elements without a trial partner, ascending.
  @usableFromInline var unresolved: [Int32] = []
  @usableFromInline var pairedCount = 0

  @inlinable
  init(
    input: Input, sourceToTarget: Partners, targetToSource: Partners, sources: Range<Int>,
    targets: Range<Int>
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
  @inlinable
  mutating func walk() throws(Input.Failure) -> Bool {
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

  @inlinable @inline(never)
  mutating func giveUp() -> Bool {
    for offset in sources { sourceToTarget[offset] = -1 }
    for offset in targets { targetToSource[offset] = -1 }
    pairedCount = 0
    return false
  }

  /// The next source element if it is the same, or one soon after it, or −1.
  ///
  /// The longer nothing was found, the farther it is looked for, seldom enough to stay linear.
  @inlinable @inline(__always)
  func partner(of target: Int, _ expected: Int, _ streak: inout Int) throws(Input.Failure) -> Int {
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
    } else if expected < sources.upperBound,
      try input.isIdentical(source: expected, target: target)
    {
      return expected
    }
    streak &+= 1
    guard streak >= 4, streak & (streak &- 1) == 0 else { return -1 }
    return try search(target, next &+ 1, 4 &* streak)
  }

  /// After a short streak all is well again; in a long one a single find may be chance, and much of it is kept.
  @inlinable @inline(__always)
  func shorten(_ streak: inout Int) {
    streak = streak < 64 ? 0 : streak &- streak >> 3
  }

  /// Far away an identity may well occur once more by chance: there the next elements have to be the same, too.
  @inlinable @inline(never)
  func search(_ target: Int, _ start: Int, _ reach: Int) throws(Input.Failure) -> Int {
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

  @inlinable
  func areFollowedAlike(_ source: Int, _ target: Int) throws(Input.Failure) -> Bool {
    guard source &+ 1 < sources.upperBound, target &+ 1 < targets.upperBound else { return true }
    return try input.isIdentical(source: source &+ 1, target: target &+ 1)
  }
}

extension PairingAlignment where Input: PairingInput {
  /// The number of hashes that ``enter(into:)`` enters.
  @inlinable
  var entryCount: Int { sources.count &+ unresolved.count }

  /// Enters every identity that was met.
  @inlinable
  func enter(into filter: CollisionFilter) {
    forEachHash { filter.enter($0) }
  }

  @inlinable @inline(__always)
  func forEachHash(_ body: (UInt64) -> Void) {
    for offset in sources { body(input.sourceHash(offset)) }
    for target in unresolved { body(input.targetHash(Int(target))) }
  }

  /// The elements whose identity may occur more than once.
  @inlinable
  func suspects() -> PairingSuspects {
    if entryCount > SuspectParts.threshold { return suspectsInParts() }
    let filter = CollisionFilter(count: entryCount)
    enter(into: filter)
    filter.keepCollisions()
    return suspects(filter, in: filter)
  }

  @inlinable
  func suspectsInParts() -> PairingSuspects {
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
  @inlinable
  func suspects(_ filter: CollisionFilter, in all: CollisionFilter) -> PairingSuspects {
    let first = Int32(truncatingIfNeeded: sources.lowerBound)
    let places = filter.suspects(sources.count, unresolved.count, 0, in: all)
    return PairingSuspects(
      sources: filter.suspects(0, sources.count, first, in: all),
      targets: places.map { unresolved[Int($0)] })
  }
}

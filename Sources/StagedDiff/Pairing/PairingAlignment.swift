/// Pairs two collections that lie mostly in the same order, without a table of all identities.
///
/// First both are walked side by side, and what follows its predecessor on both sides is paired on
/// trial. A trial pair is final if its identity occurs nowhere else. To know that, every identity
/// that was met (one for each source element, one for each target element left over) sets a bit
/// in a small filter; those whose bit was set already are *suspects*, an eighth or so, and they
/// alone go through the table. All occurrences of an identity share one bit, so that they are
/// suspects together, and the result is exactly that of the table over everything.
@usableFromInline
struct PairingAlignment<Input: PairingInput>: ~Copyable {
  @usableFromInline let input: Input
  @usableFromInline let sourceToTarget: UnsafeMutableBufferPointer<Int32>
  @usableFromInline let targetToSource: UnsafeMutableBufferPointer<Int32>
  /// How many elements at the beginning are paired for good.
  @usableFromInline let prefix: Int
  /// The target's elements without a trial partner, ascending.
  @usableFromInline var unresolved: [Int32] = []
  @usableFromInline var pairedCount = 0

  @inlinable
  init(
    input: Input, sourceToTarget: UnsafeMutableBufferPointer<Int32>,
    targetToSource: UnsafeMutableBufferPointer<Int32>, prefix: Int
  ) {
    self.input = input
    self.sourceToTarget = sourceToTarget
    self.targetToSource = targetToSource
    self.prefix = prefix
  }

  /// Walks both sides; false if they are too different for this to pay, and nothing is paired.
  @inlinable
  mutating func walk() throws(Input.Failure) -> Bool {
    let limit = (targetToSource.count &- prefix) / 4 &+ 64
    var expected = prefix
    var streak = 0
    for target in prefix..<targetToSource.count {
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
    for offset in prefix..<sourceToTarget.count { sourceToTarget[offset] = -1 }
    for offset in prefix..<targetToSource.count { targetToSource[offset] = -1 }
    pairedCount = 0
    return false
  }

  /// The next source element if it is the same, or one soon after it, or −1.
  ///
  /// The longer nothing was found, the farther it is looked for, seldom enough to stay linear.
  @inlinable @inline(__always)
  func partner(of target: Int, _ expected: Int, _ streak: inout Int) throws(Input.Failure) -> Int {
    let next = expected &+ 1
    if next < sourceToTarget.count {
      if try input.isIdentical(source: expected, target: target) {
        streak = 0
        return expected
      }
      if try input.isIdentical(source: next, target: target) {
        streak = 0
        return next
      }
    } else if expected < sourceToTarget.count,
      try input.isIdentical(source: expected, target: target)
    {
      return expected
    }
    streak &+= 1
    guard streak >= 4, streak & (streak &- 1) == 0 else { return -1 }
    return try search(target, next &+ 1, next &+ 4 &* streak)
  }

  @inlinable @inline(never)
  func search(_ target: Int, _ start: Int, _ end: Int) throws(Input.Failure) -> Int {
    var source = start
    while source < min(end, sourceToTarget.count) {
      if try input.isIdentical(source: source, target: target) { return source }
      source &+= 1
    }
    return -1
  }

  /// The offsets of all elements whose identity may occur more than once, ascending on each side;
  /// their trial pairs are dissolved.
  @inlinable
  mutating func takeSuspects() -> (sources: [Int32], targets: [Int32]) {
    let sourceCount = sourceToTarget.count &- prefix
    let filter = SuspectFilter(count: sourceCount &+ unresolved.count)
    for offset in prefix..<sourceToTarget.count { filter.enter(input.sourceHash(offset)) }
    for target in unresolved { filter.enter(input.targetHash(Int(target))) }
    filter.keepCollisions()
    var partners: [Int32] = []
    let sources = filter.suspects(0, sourceCount, Int32(truncatingIfNeeded: prefix))
    for source in sources where sourceToTarget[Int(source)] >= 0 {
      let target = sourceToTarget[Int(source)]
      partners.append(target)
      sourceToTarget[Int(source)] = -1
      targetToSource[Int(target)] = -1
    }
    pairedCount &-= partners.count
    let places = filter.suspects(sourceCount, unresolved.count, 0)
    return (sources, merged(partners, places.map { unresolved[Int($0)] }))
  }

  /// Pairs the suspects through the table.
  @inlinable
  mutating func pairSuspects(countsDuplicates: Bool) throws(Input.Failure) -> Duplicates {
    let suspects = takeSuspects()
    if suspects.sources.isEmpty && suspects.targets.isEmpty { return Duplicates() }
    let subset = SubsetInput(
      input: input, sources: suspects.sources, targets: suspects.targets)
    let pairing = try Pairing(
      throughTable: subset, suspects.sources.count, suspects.targets.count, nil, nil,
      countsDuplicates: countsDuplicates)
    for (place, partner) in pairing.targetToSource.enumerated() where partner >= 0 {
      let source = suspects.sources[Int(partner)]
      let target = suspects.targets[place]
      sourceToTarget[Int(source)] = target
      targetToSource[Int(target)] = source
    }
    pairedCount &+= pairing.pairedCount
    return pairing.duplicates.renumbered(suspects.sources, suspects.targets)
  }

  /// Whether the partners of the target's elements ascend.
  @inlinable
  func isOrdered() -> Bool {
    var last = Int32(truncatingIfNeeded: prefix) &- 1
    for target in prefix..<targetToSource.count {
      let source = targetToSource[target]
      if source < 0 { continue }
      if source < last { return false }
      last = source
    }
    return true
  }
}

/// Two ascending lists as one.
@usableFromInline
func merged(_ left: [Int32], _ right: [Int32]) -> [Int32] {
  var result: [Int32] = []
  result.reserveCapacity(left.count + right.count)
  var rest = right[...]
  for number in left {
    while let first = rest.first, first < number {
      result.append(first)
      rest.removeFirst()
    }
    result.append(number)
  }
  return result + rest
}

extension Duplicates {
  /// The same counts with the offsets that places in two lists stand for.
  @usableFromInline
  func renumbered(_ sources: [Int32], _ targets: [Int32]) -> Duplicates {
    Duplicates(source: source.renumbered(sources), target: target.renumbered(targets))
  }
}

extension Duplicates.Side {
  func renumbered(_ offsets: [Int32]) -> Duplicates.Side {
    var result = self
    result.examples = examples.map {
      Duplicates.Example(first: offsets[Int($0.first)], second: offsets[Int($0.second)])
    }
    return result
  }
}

/// Some elements of both sides, by their places in two lists of offsets.
@usableFromInline
struct SubsetInput<Input: PairingInput>: PairingInput {
  @usableFromInline let input: Input
  @usableFromInline let sources: [Int32]
  @usableFromInline let targets: [Int32]

  @inlinable
  init(input: Input, sources: [Int32], targets: [Int32]) {
    self.input = input
    self.sources = sources
    self.targets = targets
  }

  @inlinable @inline(__always)
  package func sourceHash(_ offset: Int) -> UInt64 { input.sourceHash(Int(sources[offset])) }

  @inlinable @inline(__always)
  package func targetHash(_ offset: Int) -> UInt64 { input.targetHash(Int(targets[offset])) }

  @inlinable @inline(__always)
  package func isIdentical(source offset: Int, target other: Int) throws(Input.Failure) -> Bool {
    try input.isIdentical(source: Int(sources[offset]), target: Int(targets[other]))
  }

  @inlinable @inline(__always)
  package func isIdentical(source offset: Int, source other: Int) throws(Input.Failure) -> Bool {
    try input.isIdentical(source: Int(sources[offset]), source: Int(sources[other]))
  }

  @inlinable @inline(__always)
  package func isIdentical(target offset: Int, target other: Int) throws(Input.Failure) -> Bool {
    try input.isIdentical(target: Int(targets[offset]), target: Int(targets[other]))
  }
}

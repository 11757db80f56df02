/// Calls a closure once for each of the first `count` numbers, in any order and perhaps at once, and returns when all
/// calls have returned.
package typealias Concurrently = (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

extension Pairing {
  /// Pairs elements by their hashes alone, on several threads: elements of equal hashes count as identical until
  /// the caller has confirmed every pair.
  ///
  /// - Parameters:
  ///   - sourceHashes: one hash for each source element, well mixed in all bits.
  ///   - targetHashes: one hash for each target element.
  ///   - threads: how many threads there are; the result does not depend on it.
  ///   - concurrently: runs work on them.
  /// - Complexity: O(*n* + *m*) expected.
  package init(trusting sourceHashes: [UInt64], and targetHashes: [UInt64], threads: Int, concurrently: Concurrently) {
    let input = TrustedHashes(source: sourceHashes, target: targetHashes)
    let counts = (sourceHashes.count, targetHashes.count)
    var found: (pairedCount: Int, isOrdered: Bool, duplicates: Duplicates)?
    let partners = Partners.made(counts) { forward, backward in
      let count = Self.stretches(counts, threads)
      guard count > 1 else { return false }
      let stretches = AlignedStretches(input, forward, backward, count: count, reach: sourceHashes.count)
      guard stretches.walk(concurrently) else { return false }
      found = stretches.pair(concurrently)
      return true
    }
    guard let found, let partners else {
      self.init(input, sourceHashes.count, targetHashes.count)
      return
    }
    self.init(
      sourceToTarget: partners.forward, targetToSource: partners.backward, pairedCount: found.pairedCount,
      isOrdered: found.isOrdered, duplicates: found.duplicates)
  }

  /// Finds partners for elements of collections that lie mostly in the same order, by comparing neighbours, on several
  /// threads.
  ///
  /// - Parameters:
  ///   - counts: how many elements both sides have.
  ///   - threads: how many threads there are; the result may depend on it.
  ///   - concurrently: runs work on them.
  ///   - areIdentical: whether a source and a target element, given by offset, are identical.
  /// - Returns: for each target element the offset of an identical source element, which is no other's, or −1 where
  ///   none was near; nil if the sides are too different.
  /// - Complexity: O(*n* + *m*).
  package static func neighbours(
    _ counts: (source: Int, target: Int), threads: Int, concurrently: Concurrently,
    areIdentical: @escaping @Sendable (_ source: Int, _ target: Int) -> Bool
  ) -> [Int32]? {
    Partners.made(counts) { forward, backward in
      AlignedStretches(
        ComparedElements(areIdentical: areIdentical), forward, backward, count: stretches(counts, threads),
        reach: 1 << 14
      ).walk(concurrently)
    }?.backward
  }

  /// The number of stretches that are worth a thread each.
  private static func stretches(_ counts: (source: Int, target: Int), _ threads: Int) -> Int {
    max(1, min(threads, counts.target >> 14))
  }
}

/// Elements whose identities the caller compares, by a closure.
private struct ComparedElements: AlignmentInput, Sendable {
  let areIdentical: @Sendable (Int, Int) -> Bool

  @inline(__always) func isIdentical(source: Int, target: Int) -> Bool { areIdentical(source, target) }
}

/// Hashes that count as identities.
struct TrustedHashes: PairingInput, Sendable {
  let source: [UInt64]
  let target: [UInt64]

  @inline(__always) func sourceHash(_ offset: Int) -> UInt64 { source[offset] }

  @inline(__always) func targetHash(_ offset: Int) -> UInt64 { target[offset] }

  @inline(__always) func isIdentical(source offset: Int, target other: Int) -> Bool { source[offset] == target[other] }

  @inline(__always) func isIdentical(source offset: Int, source other: Int) -> Bool { source[offset] == source[other] }

  @inline(__always) func isIdentical(target offset: Int, target other: Int) -> Bool { target[offset] == target[other] }
}

/// Stretches of two collections that are aligned at once.
///
/// They are worked on in steps, in each of which a stretch is in the hands of one thread.
final class AlignedStretches<Input: AlignmentInput & Sendable>: Sendable where Input.Failure == Never {
  /// Unchecked: see above.
  private final class Stretch: @unchecked Sendable {
    var alignment: PairingAlignment<Input>
    var isAligned = false
    var filter: CollisionFilter?
    var suspects = PairingSuspects()

    init(_ alignment: PairingAlignment<Input>) { self.alignment = alignment }

    func walk() {
      var alignment = alignment
      isAligned = alignment.walk()
      self.alignment = alignment
    }
  }

  private let input: Input
  private let sourceToTarget: Partners
  private let targetToSource: Partners
  private let stretches: [Stretch]

  /// Cuts both sides into so many stretches; the partners need not be initialized.
  ///
  /// - Parameter reach: how far off the place in proportion a cut is looked for.
  init(_ input: Input, _ sourceToTarget: Partners, _ targetToSource: Partners, count: Int, reach: Int) {
    self.input = input
    self.sourceToTarget = sourceToTarget
    self.targetToSource = targetToSource
    let cutter = StretchCutter(
      input: input, sourceCount: sourceToTarget.count, targetCount: targetToSource.count, reach: reach)
    stretches = cutter.ranges(count).map { range in
      Stretch(
        PairingAlignment(
          input: input, sourceToTarget: sourceToTarget, targetToSource: targetToSource, sources: range.sources,
          targets: range.targets))
    }
  }

  /// Makes trial pairs; false if the sides are too different for this to pay.
  func walk(_ concurrently: Concurrently) -> Bool {
    concurrently(stretches.count) { index in
      let stretch = self.stretches[index]
      for offset in stretch.alignment.sources { self.sourceToTarget[offset] = -1 }
      for offset in stretch.alignment.targets { self.targetToSource[offset] = -1 }
      stretch.walk()
    }
    return stretches.allSatisfy(\.isAligned)
  }
}

extension AlignedStretches where Input: PairingInput {
  /// Finishes what ``walk(_:)`` began.
  func pair(_ concurrently: Concurrently) -> (pairedCount: Int, isOrdered: Bool, duplicates: Duplicates) {
    var suspects = suspects(concurrently)
    suspects.refine(input)
    let found = suspects.pair(input, sourceToTarget, targetToSource, countsDuplicates: true)
    return (
      stretches.reduce(found.pairs) { $0 + $1.alignment.pairedCount }, targetToSource.areAscending(from: 0),
      found.duplicates
    )
  }

  private func suspects(_ concurrently: Concurrently) -> PairingSuspects {
    // All of one size; of what each has room for, only what is used takes memory.
    let count = stretches.reduce(0) { $0 + $1.alignment.entryCount }
    concurrently(stretches.count) { index in
      let filter = CollisionFilter(count: count)
      let stretch = self.stretches[index]
      stretch.alignment.enter(into: filter)
      stretch.filter = filter
    }
    let filters = stretches.compactMap(\.filter)
    guard let all = filters.first else { return PairingSuspects() }
    for other in filters.dropFirst() { all.merge(other) }
    all.keepCollisions()
    concurrently(stretches.count) { index in
      let stretch = self.stretches[index]
      stretch.suspects = stretch.alignment.suspects(stretch.filter ?? all, in: all)
    }
    return PairingSuspects(
      sources: stretches.flatMap(\.suspects.sources), targets: stretches.flatMap(\.suspects.targets))
  }
}

/// Cuts two collections into stretches that go together as far as can be seen.
struct StretchCutter<Input: AlignmentInput> where Input.Failure == Never {
  let input: Input
  let sourceCount: Int
  let targetCount: Int
  /// How far off the place in proportion a cut is looked for.
  let reach: Int

  /// Stretches of both sides, in order and without gaps.
  func ranges(_ count: Int) -> [(sources: Range<Int>, targets: Range<Int>)] {
    var start = (source: 0, target: 0)
    return (1...max(1, count)).map { number in
      var end = (source: sourceCount, target: targetCount)
      if number < count {
        let cut = cut(near: targetCount * number / count)
        end = (max(start.source, cut.source), max(start.target, cut.target))
      }
      defer { start = end }
      return (start.source..<end.source, start.target..<end.target)
    }
  }

  /// The nearest source element that is identical to one of the next few of the target, and whose successor is too;
  /// where there is none, a place in proportion.
  private func cut(near offset: Int) -> (source: Int, target: Int) {
    let guess = offset * sourceCount / max(1, targetCount)
    for target in offset..<min(offset + 4, targetCount - 1) {
      for distance in 0..<min(reach, sourceCount) {
        if goTogether(guess + distance, target) { return (guess + distance, target) }
        if goTogether(guess - distance, target) { return (guess - distance, target) }
      }
    }
    return (guess, offset)
  }

  private func goTogether(_ source: Int, _ target: Int) -> Bool {
    source >= 0 && source < sourceCount - 1 && input.isIdentical(source: source, target: target)
      && input.isIdentical(source: source + 1, target: target + 1)
  }
}

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
  package init(
    trusting sourceHashes: [UInt64], and targetHashes: [UInt64], threads: Int,
    concurrently: Concurrently
  ) {
    let input = TrustedHashes(source: sourceHashes, target: targetHashes)
    let counts = (sourceHashes.count, targetHashes.count)
    var found: (pairedCount: Int, isOrdered: Bool, duplicates: Duplicates)?
    let partners = Partners.made(counts) { forward, backward in
      let count = Self.stretches(counts, threads)
      guard count > 1 else { return false }
      let stretches = AlignedStretches(
        input, forward, backward, count: count, reach: sourceHashes.count)
      guard stretches.walk(concurrently) else { return false }
      found = stretches.pair(concurrently)
      return true
    }
    guard let found, let partners else {
      self.init(input, sourceHashes.count, targetHashes.count)
      return
    }
    self.init(
      sourceToTarget: partners.forward, targetToSource: partners.backward,
      pairedCount: found.pairedCount, isOrdered: found.isOrdered, duplicates: found.duplicates)
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
        ComparedElements(areIdentical: areIdentical), forward, backward,
        count: stretches(counts, threads), reach: 1 << 14
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

  @inline(__always)
  func isIdentical(source: Int, target: Int) -> Bool { areIdentical(source, target) }
}

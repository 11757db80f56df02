/// Calls a closure once for each of the first `count` numbers, in any order and perhaps at once, and returns when all
/// calls have returned.
package typealias Concurrently = (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

extension Pairing {
  /// Pairs elements by their hashes alone, on several threads: elements of equal hashes count as identical until
  /// somebody has confirmed every pair.
  ///
  /// - Parameters:
  ///   - sourceHashes: one hash for each source element, well mixed in all bits.
  ///   - targetHashes: one hash for each target element.
  ///   - threads: how many threads there are; the result does not depend on it.
  ///   - concurrently: runs work on them.
  /// - Complexity: O(*n* + *m*) expected.
  package init(
    trusting sourceHashes: UnsafeBufferPointer<UInt64>,
    and targetHashes: UnsafeBufferPointer<UInt64>, threads: Int, concurrently: Concurrently
  ) {
    let input = TrustedHashes(source: sourceHashes, target: targetHashes)
    let count = min(threads, targetHashes.count / Self.smallestStretch)
    if count > 1, let pairing = Self.aligned(input, in: count, concurrently) {
      self = pairing
    } else {
      self.init(input, sourceHashes.count, targetHashes.count)
    }
  }

  /// How many elements are worth a thread.
  private static let smallestStretch = 1 << 14

  /// Pairs collections that lie mostly in the same order; nil if these do not.
  private static func aligned(
    _ input: TrustedHashes, in count: Int, _ concurrently: Concurrently
  ) -> Pairing? {
    var result: AlignedStretches.Result?
    var sourceToTarget: [Int32] = []
    let targetToSource = [Int32](unsafeUninitializedCapacity: input.target.count) {
      backward, filled in
      filled = input.target.count
      sourceToTarget = [Int32](unsafeUninitializedCapacity: input.source.count) { forward, filled in
        filled = input.source.count
        let stretches = AlignedStretches(input, forward, backward, count: count)
        result = stretches.pair(concurrently)
      }
    }
    return result.map { found in
      Pairing(
        sourceToTarget: sourceToTarget, targetToSource: targetToSource,
        pairedCount: found.pairedCount, isOrdered: found.isOrdered, duplicates: found.duplicates)
    }
  }
}

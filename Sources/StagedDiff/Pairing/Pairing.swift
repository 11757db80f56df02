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
  @inlinable
  public init<Failure: Error>(
    sourceHashes: [UInt64], targetHashes: [UInt64],
    areIdentical: (Int, Int) throws(Failure) -> Bool
  ) throws(Failure) {
    self = try Self.hashed(sourceHashes, targetHashes, nil, nil, areIdentical)
  }

  /// Pairs elements whose identities are interned: equal numbers are equal identities.
  ///
  /// - Complexity: O(*n* + *m*) expected.
  @inlinable
  public init(sourceIdentities: [UInt32], targetIdentities: [UInt32]) {
    self.init(
      InternedInput(source: sourceIdentities, target: targetIdentities), sourceIdentities.count,
      targetIdentities.count)
  }

  @inlinable
  init(
    sourceToTarget: [Int32], targetToSource: [Int32], pairedCount: Int, isOrdered: Bool,
    duplicates: Duplicates
  ) {
    self.sourceToTarget = sourceToTarget
    self.targetToSource = targetToSource
    self.pairedCount = pairedCount
    self.isOrdered = isOrdered
    self.duplicates = duplicates
  }

  /// Pairs by hashes within some ranges of both sides; the rest stays unpaired.
  @inlinable
  static func hashed<Failure: Error>(
    _ sourceHashes: [UInt64], _ targetHashes: [UInt64],
    _ sourceRanges: [Range<Int>]?, _ targetRanges: [Range<Int>]?,
    _ areIdentical: (Int, Int) throws(Failure) -> Bool
  ) throws(Failure) -> Pairing {
    try withoutActuallyEscaping(areIdentical) { escaping throws(Failure) in
      try Pairing(
        HashedInput(
          sourceHashes: sourceHashes, targetHashes: targetHashes, areIdentical: escaping),
        sourceHashes.count, targetHashes.count, sourceRanges, targetRanges)
    }
  }
}

extension Pairing {
  /// The number of the source's elements.
  ///
  /// - Complexity: O(1).
  @inlinable public var sourceCount: Int { sourceToTarget.count }

  /// The number of the target's elements.
  ///
  /// - Complexity: O(1).
  @inlinable public var targetCount: Int { targetToSource.count }

  /// The offset of a source element's partner in the target, or nil: it is deleted, or there is no
  /// such element.
  ///
  /// - Complexity: O(1).
  public func partner(ofSource offset: Int) -> Int? {
    guard sourceToTarget.indices.contains(offset), sourceToTarget[offset] >= 0 else { return nil }
    return Int(sourceToTarget[offset])
  }

  /// The offset of a target element's partner in the source, or nil: it is inserted, or there is no
  /// such element.
  ///
  /// - Complexity: O(1).
  public func partner(ofTarget offset: Int) -> Int? {
    guard targetToSource.indices.contains(offset), targetToSource[offset] >= 0 else { return nil }
    return Int(targetToSource[offset])
  }

  /// The same pairs seen from the other side.
  ///
  /// - Complexity: O(1).
  public var inverted: Pairing {
    Pairing(
      sourceToTarget: targetToSource, targetToSource: sourceToTarget, pairedCount: pairedCount,
      isOrdered: isOrdered,
      duplicates: Duplicates(source: duplicates.target, target: duplicates.source))
  }
}

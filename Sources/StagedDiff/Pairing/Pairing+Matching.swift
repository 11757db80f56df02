extension Pairing {
  /// Pairs what lies in the given ranges (ascending, disjoint; all by default).
  ///
  /// - Parameter prefix: how many elements at the beginning of both sides are known to be
  ///   identical. Their occurrences of an identity are the first ones on both sides, so that they
  ///   pair with each other whatever follows; nothing is asked about them.
  @inlinable
  package init<Input: PairingInput>(
    _ input: Input, _ sourceCount: Int, _ targetCount: Int,
    _ sourceRanges: [Range<Int>]? = nil, _ targetRanges: [Range<Int>]? = nil, prefix: Int = 0,
    countsDuplicates: Bool = true
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
  @inlinable
  static func partners(_ count: Int, prefix: Int) -> [Int32] {
    var partners = filled(count, with: Int32(-1))
    for offset in 0..<prefix { partners[offset] = Int32(truncatingIfNeeded: offset) }
    return partners
  }

  /// Pairs collections that lie mostly in the same order; nil if these do not.
  @inlinable
  static func aligned<Input: PairingInput>(
    _ input: Input, _ sourceCount: Int, _ targetCount: Int, _ prefix: Int, _ countsDuplicates: Bool
  ) throws(Input.Failure) -> Pairing? {
    var sourceToTarget = partners(sourceCount, prefix: prefix)
    var targetToSource = partners(targetCount, prefix: prefix)
    var duplicates = Duplicates()
    var pairedCount: Int?
    var isOrdered = true
    try Partners.lent(&sourceToTarget, &targetToSource) {
      forward, backward throws(Input.Failure) in
      var alignment = PairingAlignment(
        input: input, sourceToTarget: forward, targetToSource: backward,
        sources: prefix..<sourceCount, targets: prefix..<targetCount)
      guard try alignment.walk() else { return }
      var suspects = alignment.suspects()
      let found = try suspects.pair(input, forward, backward, countsDuplicates: countsDuplicates)
      duplicates = found.duplicates
      pairedCount = prefix + alignment.pairedCount + found.pairs
      isOrdered = backward.areAscending(from: prefix)
    }
    guard let pairedCount else { return nil }
    return Pairing(
      sourceToTarget: sourceToTarget, targetToSource: targetToSource, pairedCount: pairedCount,
      isOrdered: isOrdered, duplicates: duplicates)
  }
}

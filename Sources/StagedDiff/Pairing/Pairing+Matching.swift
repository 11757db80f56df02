extension Pairing {
  /// Pairs what lies in the given ranges (ascending, disjoint; all by default).
  @inlinable
  package init<Input: PairingInput>(
    _ input: Input, _ sourceCount: Int, _ targetCount: Int,
    _ sourceRanges: [Range<Int>]? = nil, _ targetRanges: [Range<Int>]? = nil,
    countsDuplicates: Bool = true
  ) throws(Input.Failure) {
    if sourceRanges == nil, targetRanges == nil,
      let pairing = try Self.aligned(input, sourceCount, targetCount, countsDuplicates)
    {
      self = pairing
    } else {
      try self.init(
        throughTable: input, sourceCount, targetCount, sourceRanges, targetRanges,
        countsDuplicates: countsDuplicates)
    }
  }

  /// Pairs collections that lie mostly in the same order; nil if these do not.
  @inlinable
  static func aligned<Input: PairingInput>(
    _ input: Input, _ sourceCount: Int, _ targetCount: Int, _ countsDuplicates: Bool
  ) throws(Input.Failure) -> Pairing? {
    var sourceToTarget = [Int32](repeating: -1, count: sourceCount)
    var targetToSource = [Int32](repeating: -1, count: targetCount)
    var duplicates = Duplicates()
    var pairedCount: Int?
    var isOrdered = true
    try sourceToTarget.withUnsafeMutableBufferPointer { forward throws(Input.Failure) in
      try targetToSource.withUnsafeMutableBufferPointer { backward throws(Input.Failure) in
        // Counting duplicates takes a look at every element, the common prefix included.
        let prefix =
          countsDuplicates ? 0 : try PairingMatcher.matchPrefix(input, forward, backward)
        pairedCount = prefix
        if !countsDuplicates, prefix == sourceCount || prefix == targetCount { return }
        var alignment = PairingAlignment(
          input: input, sourceToTarget: forward, targetToSource: backward,
          sources: prefix..<sourceCount, targets: prefix..<targetCount)
        guard try alignment.walk() else { return pairedCount = nil }
        let filter = SuspectFilter(count: alignment.entryCount)
        alignment.enter(into: filter)
        filter.keepCollisions()
        var suspects = alignment.suspects(filter, in: filter)
        let found = try suspects.pair(
          input, forward, backward, countsDuplicates: countsDuplicates)
        duplicates = found.duplicates
        pairedCount = prefix + alignment.pairedCount + found.pairs
        isOrdered = Self.isAscending(backward, from: prefix)
      }
    }
    guard let pairedCount else { return nil }
    return Pairing(
      sourceToTarget: sourceToTarget, targetToSource: targetToSource, pairedCount: pairedCount,
      isOrdered: isOrdered, duplicates: duplicates)
  }

  /// Whether the partners of the target's elements ascend from an offset on, before which they count up from 0.
  @inlinable
  static func isAscending(_ partners: UnsafeMutableBufferPointer<Int32>, from first: Int) -> Bool {
    var last = Int32(truncatingIfNeeded: first) &- 1
    for target in first..<partners.count {
      let source = partners[target]
      if source < 0 { continue }
      if source < last { return false }
      last = source
    }
    return true
  }

  /// Pairs through a table of the source's identities.
  @inlinable
  init<Input: PairingInput>(
    throughTable input: Input, _ sourceCount: Int, _ targetCount: Int,
    _ sourceRanges: [Range<Int>]?, _ targetRanges: [Range<Int>]?, countsDuplicates: Bool
  ) throws(Input.Failure) {
    var sourceToTarget = [Int32](repeating: -1, count: sourceCount)
    var targetToSource = [Int32](repeating: -1, count: targetCount)
    var duplicates = Duplicates()
    var pairedCount = 0
    var isOrdered = true
    try sourceToTarget.withUnsafeMutableBufferPointer { forward throws(Input.Failure) in
      try targetToSource.withUnsafeMutableBufferPointer { backward throws(Input.Failure) in
        if let sourceRanges { PairingMatcher<Input>.exclude(allBut: sourceRanges, forward) }
        let sourceRanges = sourceRanges ?? [0..<sourceCount]
        var matcher = PairingMatcher(
          input: input, sourceToTarget: forward, targetToSource: backward,
          sourceRanges: sourceRanges, countsDuplicates: countsDuplicates)
        try matcher.enter(sourceRanges)
        if countsDuplicates { duplicates.source = matcher.sourceDuplicates(sourceRanges) }
        try matcher.match(targetRanges ?? [0..<targetCount], after: sourceRanges)
        if countsDuplicates { duplicates.target = try matcher.targetDuplicates() }
        matcher.clearMarks()
        pairedCount = matcher.pairedCount
        isOrdered = matcher.isOrdered
      }
    }
    self.init(
      sourceToTarget: sourceToTarget, targetToSource: targetToSource, pairedCount: pairedCount,
      isOrdered: isOrdered, duplicates: duplicates)
  }
}

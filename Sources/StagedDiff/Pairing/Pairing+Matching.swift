extension Pairing {
  /// Pairs what lies in the given ranges (ascending, disjoint; all by default).
  @inlinable
  package init<Input: PairingInput>(
    _ input: Input, _ sourceCount: Int, _ targetCount: Int,
    _ sourceRanges: [Range<Int>]? = nil, _ targetRanges: [Range<Int>]? = nil,
    countsDuplicates: Bool = true
  ) throws(Input.Failure) {
    var sourceToTarget = [Int32](repeating: -1, count: sourceCount)
    var targetToSource = [Int32](repeating: -1, count: targetCount)
    var duplicates = Duplicates()
    var pairedCount = 0
    var isOrdered = true
    try sourceToTarget.withUnsafeMutableBufferPointer { forward throws(Input.Failure) in
      try targetToSource.withUnsafeMutableBufferPointer { backward throws(Input.Failure) in
        var prefix = 0
        if let sourceRanges {
          PairingMatcher<Input>.exclude(allBut: sourceRanges, forward)
        } else if !countsDuplicates {
          prefix = try PairingMatcher.matchPrefix(input, forward, backward)
        }
        pairedCount = prefix
        if !countsDuplicates, prefix == sourceCount || prefix == targetCount { return }
        let sourceRanges = sourceRanges ?? [prefix..<sourceCount]
        let targetRanges = targetRanges ?? [prefix..<targetCount]
        var matcher = PairingMatcher(
          input: input, sourceToTarget: forward, targetToSource: backward,
          sourceRanges: sourceRanges, countsDuplicates: countsDuplicates)
        try matcher.enter(sourceRanges)
        if countsDuplicates { duplicates.source = matcher.sourceDuplicates(sourceRanges) }
        try matcher.match(targetRanges, after: sourceRanges)
        if countsDuplicates { duplicates.target = try matcher.targetDuplicates() }
        matcher.clearMarks()
        pairedCount += matcher.pairedCount
        isOrdered = matcher.isOrdered
      }
    }
    self.init(
      sourceToTarget: sourceToTarget, targetToSource: targetToSource, pairedCount: pairedCount,
      isOrdered: isOrdered, duplicates: duplicates)
  }
}

extension Pairing {
  /// Pairs through a table of the source's identities, and through another one with other hashes if
  /// the first is crowded: identities may be made up so that their hashes are equal.
  @inlinable
  init<Input: PairingInput>(
    throughTable input: Input, _ sourceCount: Int, _ targetCount: Int,
    _ sourceRanges: [Range<Int>]?, _ targetRanges: [Range<Int>]?, prefix: Int = 0,
    countsDuplicates: Bool
  ) throws(Input.Failure) {
    var input = input
    func attempt(_ probeLimit: Int) throws(Input.Failure) -> (pairing: Pairing, isCrowded: Bool) {
      try Self.matched(
        input, sourceCount, targetCount, sourceRanges, targetRanges, prefix, countsDuplicates,
        probeLimit: probeLimit)
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
  @inlinable
  static func matched<Input: PairingInput>(
    _ input: Input, _ sourceCount: Int, _ targetCount: Int, _ sourceRanges: [Range<Int>]?,
    _ targetRanges: [Range<Int>]?, _ prefix: Int, _ countsDuplicates: Bool, probeLimit: Int
  ) throws(Input.Failure) -> (pairing: Pairing, isCrowded: Bool) {
    var sourceToTarget = partners(sourceCount, prefix: prefix)
    var targetToSource = partners(targetCount, prefix: prefix)
    var duplicates = Duplicates()
    var pairedCount = 0
    var isOrdered = true
    var isCrowded = false
    try Partners.lent(&sourceToTarget, &targetToSource) {
      forward, backward throws(Input.Failure) in
      if let sourceRanges { PairingMatcher<Input>.exclude(allBut: sourceRanges, forward) }
      let sourceRanges = sourceRanges ?? [prefix..<sourceCount]
      var matcher = PairingMatcher(
        input: input, sourceToTarget: forward, targetToSource: backward,
        sourceRanges: sourceRanges, countsDuplicates: countsDuplicates, probeLimit: probeLimit)
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
      sourceToTarget: sourceToTarget, targetToSource: targetToSource, pairedCount: pairedCount,
      isOrdered: isOrdered, duplicates: duplicates)
    return (pairing, isCrowded)
  }
}

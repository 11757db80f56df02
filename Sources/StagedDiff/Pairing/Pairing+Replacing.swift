extension Pairing {
  /// Pairs that are known.
  ///
  /// - Parameters:
  ///   - pairs: Offsets in range, each of which occurs once on its side.
  ///   - duplicates: How often identities occur more than once.
  /// - Complexity: O(*n* + *m*).
  package init(
    pairs: some Sequence<(source: Int32, target: Int32)>, sourceCount: Int, targetCount: Int,
    duplicates: Duplicates
  ) {
    var forward = [Int32](repeating: -1, count: sourceCount)
    var backward = [Int32](repeating: -1, count: targetCount)
    var count = 0
    for pair in pairs {
      forward[Int(pair.source)] = pair.target
      backward[Int(pair.target)] = pair.source
      count += 1
    }
    let isOrdered = Partners.lent(&forward, &backward) { $1.areAscending(from: 0) }
    self.init(
      sourceToTarget: forward, targetToSource: backward, pairedCount: count, isOrdered: isOrdered,
      duplicates: duplicates)
  }

  /// Other pairs among some elements; all others keep their partners, and the counts of duplicates stay.
  ///
  /// - Parameters:
  ///   - sources: Offsets in the source whose partners, where they have any, are among `targets`.
  ///   - targets: Offsets in the target whose partners, where they have any, are among `sources`.
  ///   - pairs: The new pairs; each offset is one of these and occurs once.
  /// - Complexity: O(*n* + *m*).
  package func replacing(
    sources: [Int32], targets: [Int32], by pairs: [(source: Int32, target: Int32)]
  ) -> Pairing {
    var (forward, backward) = (sourceToTarget, targetToSource)
    var count = pairedCount + pairs.count
    for source in sources {
      count -= forward[Int(source)] < 0 ? 0 : 1
      forward[Int(source)] = -1
    }
    for target in targets { backward[Int(target)] = -1 }
    for pair in pairs {
      forward[Int(pair.source)] = pair.target
      backward[Int(pair.target)] = pair.source
    }
    let isOrdered = Partners.lent(&forward, &backward) { $1.areAscending(from: 0) }
    return Pairing(
      sourceToTarget: forward, targetToSource: backward, pairedCount: count, isOrdered: isOrdered,
      duplicates: duplicates)
  }
}

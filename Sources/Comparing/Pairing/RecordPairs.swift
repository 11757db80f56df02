import StagedDiff

/// The pairs of a comparison, in memory or spilled.
protocol RecordPairs: Sendable {
  var pairedCount: Int { get }
  var duplicates: Duplicates { get }
  var unpairedSources: [Int32] { get }
  var unpairedTargets: [Int32] { get }

  /// All pairs as the engine holds them.
  ///
  /// - Complexity: O(1) where they are held so, else O(*n* + *m*).
  var whole: Pairing { get }

  /// The offset in the source of a target record's partner, or −1.
  func source(of target: Int32) -> Int32
}

extension Pairing: RecordPairs {
  var whole: Pairing { self }

  func source(of target: Int32) -> Int32 { targetToSource[Int(target)] }
}

import StagedDiff

/// The pairs of a comparison, in memory or spilled.
enum RecordPairs: Sendable {
  case held(Pairing)
  case spilled(SpilledPairs)

  var pairedCount: Int {
    switch self {
    case .held(let pairing): pairing.pairedCount
    case .spilled(let pairs): pairs.pairedCount
    }
  }

  var duplicates: Duplicates {
    switch self {
    case .held(let pairing): pairing.duplicates
    case .spilled(let pairs): pairs.duplicates
    }
  }

  /// The offset in the source of a target record's partner, or −1.
  func source(of target: Int32) -> Int32 {
    switch self {
    case .held(let pairing): pairing.targetToSource[Int(target)]
    case .spilled(let pairs): pairs.partners[Int(target)].source
    }
  }

  var unpairedSources: [Int32] {
    switch self {
    case .held(let pairing): pairing.unpairedSources
    case .spilled(let pairs): pairs.unpairedSources
    }
  }

  var unpairedTargets: [Int32] {
    switch self {
    case .held(let pairing): pairing.unpairedTargets
    case .spilled(let pairs): pairs.unpairedTargets
    }
  }

  /// All pairs as the engine holds them.
  ///
  /// - Complexity: O(1) where they are held so, else O(*n* + *m*).
  var whole: Pairing {
    switch self {
    case .held(let pairing): pairing
    case .spilled(let pairs): pairs.pairing
    }
  }
}

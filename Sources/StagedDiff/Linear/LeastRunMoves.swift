/// Finds which paired elements can stay where they are, as ``LeastMoves`` does, in memory that grows with the displaced
/// elements alone.
///
/// **The idea.** Elements are given by rank: by their place among the paired source elements. Neighbours whose ranks
/// follow each other are a *run*, and however many elements there are, few displaced ones make few runs. No other
/// element lies between two of a run, neither by index nor by rank; so in ``LeastMoves`` a run takes consecutive
/// indices of the tails, and a longest subsequence has all of it or nothing. Here a run is put there at once: the tails
/// are segments of runs.
///
/// **The invariants.** Segments ascend by index and by rank, and cover the tails without a gap. `previous` of a run is
/// the element that stood before its first index when it was put there. What stays is the same as that of
/// ``LeastMoves``, element by element.
///
/// **What must be changed together.** ``RunTails``, which keeps the segments, and how ``stays()`` walks `previous` back
/// through them; what it finds is held against ``LeastMoves`` by a law over all small inputs.
///
/// **The source.** As that of ``LeastMoves``.
package struct LeastRunMoves {
  /// Elements of consecutive ranks.
  private struct Run {
    let rank: Int32
    var length: Int32
    /// The run that the best subsequence comes from, or −1, and how many of its elements are on it.
    var previous: Int32 = -1
    var previousLength: Int32 = 0
  }

  private var runs: [Run] = []
  private var tails = RunTails()

  /// Nothing is walked yet.
  package init() {}

  /// Walks to the next paired element of the target, given by the rank of its partner.
  package mutating func append(_ rank: Int32) {
    if let last = runs.last, last.rank + last.length == rank {
      runs[runs.count - 1].length += 1
      return
    }
    settle()
    runs.append(Run(rank: rank, length: 1))
  }

  /// Puts the last run among the tails.
  private mutating func settle() {
    guard let last = runs.last else { return }
    let number = Int32(truncatingIfNeeded: runs.count - 1)
    let before = tails.put(number, rank: last.rank, length: last.length)
    runs[runs.count - 1].previous = before.run
    runs[runs.count - 1].previousLength = before.length
  }

  /// Stops the walk and finds what stays.
  package consuming func stays() -> StayingRuns {
    settle()
    var kept = [Int32](repeating: 0, count: runs.count)
    var (run, length) = tails.last
    while run >= 0 {
      kept[Int(run)] = length
      (run, length) = (runs[Int(run)].previous, runs[Int(run)].previousLength)
    }
    return StayingRuns(lengths: runs.map(\.length), kept: kept)
  }
}

/// Which paired elements stay, asked for one after the other in target order.
package struct StayingRuns {
  private let lengths: [Int32]
  private let kept: [Int32]
  private var run = 0
  private var walked: Int32 = 0

  init(lengths: [Int32], kept: [Int32]) {
    self.lengths = lengths
    self.kept = kept
  }

  /// Whether the next paired element stays.
  package mutating func next() -> Bool {
    if walked == lengths[run] { (run, walked) = (run + 1, 0) }
    walked += 1
    return walked <= kept[run]
  }
}

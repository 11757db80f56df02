/// How far the search for keys goes before it stops and reports that it did.
package struct SearchLimits: Sendable, Equatable {
  /// The most columns of a key.
  package var width = 3
  /// The most columns that are combined; those with the most different values are taken.
  package var columns = 32
  /// The most sets of columns that are tried.
  package var sets = 20_000
  /// The most records that are looked at, counted anew for each set.
  package var visits = 4_000_000_000
  /// How many sets of each width are tried on every record, with a whole comparison.
  package var finalists = 8
  /// The share of records that may repeat an identity in what still counts as nearly a key.
  package var nearShare = 0.01
  /// The number of such records that is allowed however few there are.
  package var nearCount = 3
  /// The share of records that a key has to pair for certain before wider ones are left alone.
  package var enough = 0.95

  /// The default limits.
  package init() {}

  /// How many repetitions among so many records still count as nearly unique.
  func allowedRepetitions(_ records: Int) -> Int {
    max(nearCount, Int(Double(records) * nearShare))
  }
}

/// What a key was seen to do on every record, and which of two keys is the better one.
///
/// This is the only place that ranks keys: the key that a comparison finds is the one that a probe lists first.
package struct KeyStanding: Sendable, Equatable {
  package let width: Int
  package let records: Sides<Int>
  /// How many pairs it makes of records whose key is filled and occurs once on each side; `nil` with one side alone.
  package let certain: Int?
  package let repetitions: Sides<Int>
  /// How many records of each side lack a part of the key, or have nothing there.
  package let unfilled: Sides<Int>

  package init(width: Int, records: Sides<Int>, certain: Int?, repetitions: Sides<Int>, unfilled: Sides<Int>) {
    self.width = width
    self.records = records
    self.certain = certain
    self.repetitions = repetitions
    self.unfilled = unfilled
  }

  /// The share of records that may repeat a key in what is nearly unique, and the number that may however few there
  /// are.
  private static let few = (share: 100, count: 3)
  /// The share that may on one side if the other one has few, as where some rows were exported twice.
  private static let more = 10

  /// How many repetitions among so many records of one side are allowed if the other one has few.
  static func allowedRepetitions(_ records: Int) -> Int { max(few.count, records / more) }

  package var possible: Int { min(records.source, records.target) }

  package var isUnique: Bool { repetitions.source + repetitions.target == 0 }

  /// Whether the key is unique, and filled in every record.
  package var isClean: Bool { exceptions == 0 }

  package var isNearlyUnique: Bool { Self.areFew(repetitions, of: records) }

  static func areFew(_ repetitions: Sides<Int>, of records: Sides<Int>) -> Bool {
    let filled = Side.allCases.filter { records[$0] > 0 }
    return filled.allSatisfy { repetitions[$0] <= allowedRepetitions(records[$0]) }
      && (filled.isEmpty || filled.contains { repetitions[$0] <= max(few.count, records[$0] / few.share) })
  }

  /// Whether records can be told apart by it: it is clean, or tells for certain at least half of what can be told.
  package var isGoodEnough: Bool {
    isClean || certain.map { 2 * $0 >= possible } ?? (2 * repetitions.source <= records.source)
  }

  /// Whether so many pairs are certain that no wider key is worth a look.
  var isEnough: Bool { certain.map { 20 * $0 >= 19 * possible } ?? isUnique }

  var isWhole: Bool { certain == possible }

  private var exceptions: Int { repetitions.source + repetitions.target + unfilled.source + unfilled.target }

  /// Whether this key is better.
  ///
  /// Of two that are good enough it pairs more records for certain, else it has fewer columns, else fewer records that
  /// repeat it or lack it. Of one side alone repetitions decide before columns do. Of equals the leftmost is better.
  package func isBetter(than other: KeyStanding) -> Bool { rank.lexicographicallyPrecedes(other.rank) }

  private var rank: [Int] { [isGoodEnough ? 0 : 1, certain.map { -$0 } ?? repetitions.source, width, exceptions] }
}

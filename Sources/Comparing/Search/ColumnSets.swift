import Platform

/// Counts how nearly sets of columns are keys, by the hashes of their values in a sample.
package struct ColumnSets {
  /// One set of columns and what was counted of it.
  package struct Counted: Sendable {
    /// Places among the chosen columns, ascending.
    package let columns: [Int]
    /// How many identities both sides have.
    let shared: Int
    /// How many records repeat an identity, on both sides.
    package let repetitions: Int
  }

  package let columns: SearchColumns
  private let limits: SearchLimits
  private let run: ComparisonRun
  /// How many sets were counted.
  package private(set) var tried = 0
  private var visits = 0

  /// So many sets are counted before the limits are asked again, whatever the number of threads.
  private static let batch = 256

  package init(_ columns: SearchColumns, _ limits: SearchLimits, run: ComparisonRun) {
    self.columns = columns
    self.limits = limits
    self.run = run
  }

  /// Counts the sets of a width that contain no key, those of columns with many values first.
  ///
  /// - Returns: The sets that are keys or nearly so, and whether all of the width were counted.
  /// - Throws: `WorkMeter.Cancelled` once nobody waits for them.
  package mutating func count(width: Int, besides keys: [Set<Int>]) throws -> (
    counted: [Counted], isWhole: Bool
  ) {
    var left = candidates(width: width, besides: keys)[...]
    var counted: [Counted] = []
    while !left.isEmpty, tried < limits.sets, visits < limits.visits {
      let batch = Array(left.prefix(min(Self.batch, limits.sets - tried)))
      left = left.dropFirst(batch.count)
      let (sample, meter) = (columns.sample, run.meter)
      let parts = try Parallel.map(count: batch.count, workers: run.workers, grain: 8) { range in
        let counter = SetCounter(sample)
        let found = try batch[range].compactMap { set in
          try meter?.check()
          return counter.count(set).map { count in
            Counted(columns: set, shared: count.shared, repetitions: count.repetitions)
          }
        }
        return (found: found, visits: counter.visits)
      }
      counted += parts.flatMap(\.found)
      tried += batch.count
      visits += parts.reduce(0) { $0 + $1.visits }
    }
    return (counted, left.isEmpty)
  }

  /// Whether a set of columns has too many repetitions for anything that is nearly a key.
  func isRepeated(_ set: [Int]) -> Bool { SetCounter(columns.sample).count(set) == nil }

  /// More shared identities come first, then fewer repetitions, then columns further to the left.
  package static func isMorePromising(_ first: Counted, _ second: Counted) -> Bool {
    if first.shared != second.shared { return first.shared > second.shared }
    if first.repetitions != second.repetitions { return first.repetitions < second.repetitions }
    return first.columns.lexicographicallyPrecedes(second.columns)
  }

  private func candidates(width: Int, besides keys: [Set<Int>]) -> [[Int]] {
    var sets: [[Int]] = [[]]
    for _ in 0..<width {
      sets = sets.flatMap { set in
        ((set.last ?? -1) + 1..<columns.chosen.count).map { set + [$0] }
      }
      sets.removeAll { set in keys.contains { $0.isSubset(of: set) } }
    }
    func variety(_ set: [Int]) -> Double { set.reduce(1) { $0 * Double(columns.spreads[$1]) } }
    let keyed = sets.map { (set: $0, variety: variety($0)) }
    return keyed.sorted { $0.variety > $1.variety }.map(\.set)
  }
}

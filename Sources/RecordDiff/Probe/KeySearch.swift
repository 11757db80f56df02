import Records

/// Finds the smallest sets of columns that identify the records, or nearly do.
///
/// Sets are tried by width: first single columns, then pairs, and so on. A set is counted by hashes, which rejects most
/// of them early; the most promising ones of each width are then confirmed on every record by a whole comparison. A set
/// that contains a key is never tried, for it is not the smallest.
package struct KeySearch {
  private let probe: KeyProbe
  private let limits: SearchLimits
  private let hasTarget: Bool
  private let collections: Collections
  private let columns: SearchColumns
  private let hashes: Sides<ColumnHashes>
  private var trials: [KeyProbe.Trial] = []
  private var keys: [Set<Int>] = []
  private var nearKeys: [Set<Int>] = []
  private var sets = 0
  private var visits = 0
  private var width = 0

  /// Reads what the search needs.
  ///
  /// - Throws: `ComparisonError` where the rules do not fit, or what a script throws.
  package init(_ probe: KeyProbe, limits: SearchLimits = SearchLimits()) throws {
    self.probe = probe
    self.limits = limits
    hasTarget = probe.target != nil
    let collections = try probe.collections()
    let columns = try SearchColumns(collections, hasTarget: hasTarget, limits: limits)
    self.collections = collections
    self.columns = columns
    hashes = try Sides { try ColumnHashes(collections, $0, columns: columns.chosen) }
  }

  /// Searches.
  ///
  /// - Throws: What a script of the rules throws.
  mutating func run() throws -> (trials: [KeyProbe.Trial], report: SearchReport) {
    var end = SearchReport.End.exhausted
    var wasEnough = false
    while width < min(limits.width, columns.chosen.count), end == .exhausted {
      width += 1
      if try !tryWidth() { end = .limit }
      // A near key that pairs enough is followed by one more width, which may hold a key without exceptions.
      if hasEnough, !keys.isEmpty || wasEnough { end = .found }
      wasEnough = hasEnough
    }
    let report = SearchReport(
      commonColumns: columns.common.count, columns: columns.chosen, sets: sets, width: width,
      end: end)
    return (trials, report)
  }

  private var hasEnough: Bool {
    trials.contains { trial in
      trial.report.match.map { $0.rate >= limits.enough } ?? trial.report.isUnique
    }
  }

  /// One set of columns and what was counted of it.
  private struct Counted: Sendable {
    let columns: [Int]
    let shared: Int
    let repetitions: Int
  }

  /// Tries the sets of the present width; whether all of them could be tried.
  private mutating func tryWidth() throws -> Bool {
    let candidates = self.candidates()
    let allowed = min(limits.sets - sets, candidates.count)
    let budget = limits.visits - visits
    let counted = try count(Array(candidates.prefix(allowed)), budget: budget)
    let finalists = counted.found.sorted(by: isMorePromising).prefix(limits.finalists)
    // Estimates choose them; of equal ones the first in the columns' order is to come first.
    for finalist in finalists.sorted(by: { $0.columns.lexicographicallyPrecedes($1.columns) }) {
      let names = finalist.columns.map { columns.chosen[$0] }
      var trial = try probe.trial(of: KeyCandidate(columns: names))
      trial.report.isSuggested = true
      trials.append(trial)
      if trial.report.isUnique {
        keys.append(Set(finalist.columns))
      } else {
        nearKeys.append(Set(finalist.columns))
      }
    }
    return allowed == candidates.count && counted.isWhole
  }

  private func isMorePromising(_ first: Counted, _ second: Counted) -> Bool {
    if first.shared != second.shared { return first.shared > second.shared }
    if first.repetitions != second.repetitions { return first.repetitions < second.repetitions }
    return first.columns.lexicographicallyPrecedes(second.columns)
  }

  /// Sets of the present width that contain no key, those of columns with many values first.
  private func candidates() -> [[Int]] {
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

  /// Counts sets on several threads; each stops when its share of the budget is spent.
  private mutating func count(_ candidates: [[Int]], budget: Int) throws -> (
    found: [Counted], isWhole: Bool
  ) {
    let (hashes, limits, nearKeys) = (hashes, limits, nearKeys)
    let workers = collections.plan.plan.workers
    let total = candidates.count
    let parts = try Parallel.map(count: total, workers: workers, grain: 8) { range in
      let counter = SetCounter(hashes, limits)
      let share = budget / max(1, total) * range.count
      var found: [Counted] = []
      var tried = 0
      for set in candidates[range] {
        guard counter.visits <= share else { break }
        tried += 1
        guard let count = counter.count(set) else { continue }
        let repetitions = count.repetitions.source + count.repetitions.target
        // A wider set is worth telling beside a near key only if it has no exceptions.
        if repetitions > 0, nearKeys.contains(where: { $0.isSubset(of: set) }) { continue }
        found.append(Counted(columns: set, shared: count.shared, repetitions: repetitions))
      }
      return (found: found, tried: tried, visits: counter.visits)
    }
    sets += parts.reduce(0) { $0 + $1.tried }
    visits += parts.reduce(0) { $0 + $1.visits }
    return (
      parts.flatMap(\.found),
      parts.allSatisfy { $0.tried > 0 || total == 0 }
        && parts.reduce(0) { $0 + $1.tried } == total
    )
  }
}

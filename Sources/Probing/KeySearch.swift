import Comparing

/// Finds the smallest sets of columns that identify the records, or nearly do.
///
/// Sets are tried by width: first single columns, then pairs, and so on. A set is counted by hashes, which rejects most
/// of them early; the most promising ones of each width are then confirmed on every record by a whole comparison. A set
/// that contains a key is never tried, for it is not the smallest.
package struct KeySearch {
  private let probe: KeyProbe
  private let limits: SearchLimits
  private var sets: ColumnSets
  private var trials: [KeyProbe.Trial] = []
  private var keys: [Set<Int>] = []
  private var nearKeys: [Set<Int>] = []
  private var width = 0

  /// Reads what the search needs.
  ///
  /// - Throws: `ComparisonError` where the rules do not fit, or what a script throws.
  package init(_ probe: KeyProbe, limits: SearchLimits = SearchLimits()) throws {
    self.probe = probe
    self.limits = limits
    let collections = try probe.collections()
    let match = collections.plan.columns
    let common = probe.target == nil ? match.deleted : match.common.map(\.name)
    let paths = KeyPaths.names(in: collections, probe.target == nil ? [.source] : Side.allCases)
    let columns = try SearchColumns(
      collections, names: common + paths, isFilled: false, limit: limits.columns)
    sets = ColumnSets(
      columns,
      hashes: try Sides { try ColumnHashes(collections, $0, columns: columns.chosen) },
      limits, run: collections.plan.run)
  }

  /// Searches.
  ///
  /// - Throws: What a script of the rules throws.
  mutating func run() throws -> (trials: [KeyProbe.Trial], report: SearchReport) {
    var end = SearchReport.End.exhausted
    var wasEnough = false
    while width < min(limits.width, sets.columns.chosen.count), end == .exhausted {
      width += 1
      if try !tryWidth() { end = .limit }
      // A near key that pairs enough is followed by one more width, which may hold a key without exceptions.
      if hasEnough, !keys.isEmpty || wasEnough { end = .found }
      wasEnough = hasEnough
    }
    let report = SearchReport(
      commonColumns: sets.columns.common.count, columns: sets.columns.chosen, sets: sets.tried,
      width: width, end: end)
    return (trials, report)
  }

  private var hasEnough: Bool {
    trials.contains { trial in
      trial.report.match.map { $0.rate >= limits.enough } ?? trial.report.isUnique
    }
  }

  /// Tries the sets of the present width; whether all of them could be tried.
  private mutating func tryWidth() throws -> Bool {
    let found = try sets.count(width: width, besides: keys)
    // A wider set is worth telling beside a near key only if it has no exceptions.
    let counted = found.counted.filter { count in
      count.repetitions == 0 || !nearKeys.contains { $0.isSubset(of: count.columns) }
    }
    let finalists = counted.sorted(by: ColumnSets.isMorePromising).prefix(limits.finalists)
    // Estimates choose them; of equal ones the first in the columns' order is to come first.
    for finalist in finalists.sorted(by: { $0.columns.lexicographicallyPrecedes($1.columns) }) {
      let names = finalist.columns.map { sets.columns.chosen[$0] }
      var trial = try probe.trial(of: KeyCandidate(columns: names))
      trial.report.isSuggested = true
      trials.append(trial)
      if trial.report.isUnique {
        keys.append(Set(finalist.columns))
      } else {
        nearKeys.append(Set(finalist.columns))
      }
    }
    return found.isWhole
  }
}

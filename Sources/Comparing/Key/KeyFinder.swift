import Records

/// Finds the key of a comparison that was given none: the smallest set of columns that is filled and unique on both
/// sides; of several, the one that pairs most records; of equal ones, the leftmost.
///
/// Sets of columns are counted in a sample of each side, by width. What repeats in a sample repeats in the whole, so that
/// most sets are out of the question there; the others are tried on every record. The first that is a key is nearly
/// always the only one that is: what another one would pair follows from where the two disagree, so that it is tried only
/// if it would pair more.
///
/// All work is bounded by the size of the input, and does not depend on the number of threads.
struct KeyFinder {
  private var sets: ColumnSets
  private var failures = 0
  private var keys: [Set<Int>] = []

  /// The most columns of a key.
  private static let width = 3
  /// How many sets of one width are looked at beyond the sample.
  private static let finalists = 16
  /// How many sets may turn out to be no keys when every record is looked at.
  private static let allowedFailures = 8
  /// How many fields are worth looking at in a small input.
  private static let leastVisits = 1 << 22

  init(_ collections: ComparisonInput) throws {
    let columns = try SearchColumns(
      collections, names: collections.keyColumns, isFilled: true, limit: SearchLimits().columns)
    var limits = SearchLimits()
    limits.nearShare = 0
    limits.nearCount = 0
    let records = collections.orders.source.count + collections.orders.target.count
    limits.visits = max(Self.leastVisits, records * columns.common.count / 2)
    sets = ColumnSets(
      columns, hashes: columns.sample, limits, run: collections.plan.run)
  }

  /// The key, tried on every record; `nil` if there is none.
  ///
  /// - Parameter attempt: Tries columns on every record; `nil` where they are no key.
  /// - Throws: What a normalizer that is a script throws.
  mutating func find<Key: TriedKey>(
    _ attempt: ([String]) throws -> Key?
  ) throws -> Key? {
    for width in 1...Self.width where width <= sets.columns.chosen.count {
      if width == 2, sets.isRepeated(Array(sets.columns.chosen.indices)) { break }
      let found = try sets.count(width: width, besides: keys)
      if let best = try best(of: found.counted, attempt) { return best }
      if !found.isWhole || failures >= Self.allowedFailures { break }
    }
    return nil
  }

  /// The key that pairs most records, the leftmost of equal ones.
  private mutating func best<Key: TriedKey>(
    of counted: [ColumnSets.Counted], _ attempt: ([String]) throws -> Key?
  ) throws -> Key? {
    let finalists = counted.sorted(by: ColumnSets.isMorePromising).prefix(Self.finalists)
      .map(\.columns).sorted { $0.lexicographicallyPrecedes($1) }
    var best: Key?
    for set in finalists where failures < Self.allowedFailures && best?.isWhole != true {
      let names = set.map { sets.columns.chosen[$0] }
      if let best, try best.pairedCount(under: names) <= best.pairedCount { continue }
      guard let trial = try attempt(names) else {
        failures += 1
        continue
      }
      keys.append(Set(set))
      if trial.pairedCount > best?.pairedCount ?? -1 { best = trial }
    }
    return best
  }
}

extension ComparisonInput {
  /// The columns that may be part of a key that is searched for: those of both sides that are compared, by the rules' names.
  fileprivate var keyColumns: [String] {
    let ignored = Set<ColumnName>(named: plan.rules.ignored)
    let only = plan.rules.only.map { Set<ColumnName>(named: $0) }
    return plan.columns.common.map(\.name).filter { name in
      !ignored.contains(name) && only?.contains(name) ?? true
    }
  }
}

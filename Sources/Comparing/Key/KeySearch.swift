import Platform
import Records

/// Searches for the best key: the set of columns that ``KeyStanding`` ranks first.
///
/// Sets of columns are counted in a sample of each side, by width. What repeats in a sample repeats in the whole, so
/// that most sets are out of the question there; the most promising of the others are tried on every record. A set that
/// contains a key without repetitions is left out, since it pairs no more; one that contains nearly a key counts only
/// if it has no repetitions itself. Wider sets are looked at until a key pairs enough; after one with repetitions the
/// search goes one width further, for there may be one without. In large inputs a wider set has to promise more than
/// the best one.
///
/// All work is bounded by the size of the input, and does not depend on the number of threads.
package struct KeySearch {
  private let limits: SearchLimits
  private let isSampled: Bool
  private var sets: ColumnSets
  private var keys: [Set<Int>] = []
  private var nearKeys: [Set<Int>] = []
  private var failures = 0
  /// How many identities of the best key the samples share, where wider ones have to share more.
  private var leastShared = -1
  private var width = 0
  private var end = SearchReport.End.exhausted

  /// How many sets may turn out to be no keys when every record is looked at.
  private static let allowedFailures = 8

  /// Reads a sample.
  ///
  /// - Parameter sides: The sides that there are.
  /// - Throws: What a normalizer that is a script throws.
  package init(_ input: ComparisonInput, _ sides: [Side] = Side.allCases, _ limits: SearchLimits = SearchLimits())
    throws
  {
    let columns = try SearchColumns(input, names: input.keyParts(sides), limit: limits.columns)
    let records = input.orders.source.count + input.orders.target.count
    isSampled = columns.sample.source.count + columns.sample.target.count < records
    var limits = limits
    limits.visits = max(limits.visits, records * columns.common.count / 2)
    self.limits = limits
    sets = ColumnSets(columns, limits, run: input.plan.run)
  }

  package var report: SearchReport {
    SearchReport(
      commonColumns: sets.columns.common.count, columns: sets.columns.chosen, sets: sets.tried, width: width, end: end)
  }

  /// The best key, tried on every record; `nil` if nothing comes near one.
  ///
  /// - Parameter attempt: Tries columns on every record; `nil` where they are not nearly unique.
  /// - Throws: What a normalizer that is a script throws.
  package mutating func best<Key: TriedKey>(_ attempt: ([String]) throws -> Key?) throws -> Key? {
    var best: Key?
    var wasEnough = false
    while width < min(limits.width, sets.columns.chosen.count), end == .exhausted {
      if width == 1, sets.isRepeated(Array(sets.columns.chosen.indices)) {
        end = .repeated
        break
      }
      width += 1
      let least = leastShared
      if try !tryWidth(&best, attempt, promising: { $0.shared > least }) { end = .limit }
      guard let standing = best?.standing, standing.isEnough else { continue }
      if standing.isUnique || standing.isWhole || wasEnough { end = .found }
      wasEnough = true
    }
    return best
  }

  /// Tries the sets of the present width; whether all of them could be.
  private mutating func tryWidth<Key: TriedKey>(
    _ best: inout Key?, _ attempt: ([String]) throws -> Key?, promising: (ColumnSets.Counted) -> Bool
  ) throws -> Bool {
    let found = try sets.count(width: width, besides: keys)
    let finalists = found.counted.filter { set in
      promising(set) && (set.repetitions == 0 || !nearKeys.contains { $0.isSubset(of: set.columns) })
    }.sorted(by: ColumnSets.isMorePromising).prefix(
      isSampled ? max(1, limits.finalists >> (width - 1)) : limits.finalists)
    // Estimates choose them; of equal ones the first in the columns' order is to come first.
    for set in finalists.sorted(by: { $0.columns.lexicographicallyPrecedes($1.columns) })
    where failures < Self.allowedFailures { try consider(set, &best, attempt) }
    return found.isWhole && failures < Self.allowedFailures
  }

  private mutating func consider<Key: TriedKey>(
    _ set: ColumnSets.Counted, _ best: inout Key?, _ attempt: ([String]) throws -> Key?
  ) throws {
    let names = set.columns.map { sets.columns.chosen[$0] }
    var isUnique = set.repetitions == 0
    if try best?.mayBeBeaten(by: names) ?? true {
      guard let trial = try attempt(names) else {
        failures += 1
        return
      }
      if best.map({ trial.standing.isBetter(than: $0.standing) }) ?? true {
        best = trial
        let isPairing = trial.standing.certain ?? 0 > 0 && trial.standing.isGoodEnough
        leastShared = isSampled && isPairing ? set.shared : -1
        isUnique = trial.standing.isUnique
      }
    }
    if isUnique { keys.append(Set(set.columns)) } else { nearKeys.append(Set(set.columns)) }
  }
}

/// What a search for keys has looked at, and why it stopped.
package struct SearchReport: Sendable, Equatable {
  package enum End: Sendable, Equatable {
    /// A key was found that is good enough; wider ones could not be smaller.
    case found
    /// Every set up to the greatest width was tried.
    case exhausted
    /// All columns together repeat in too many records, and so does every wider set.
    case repeated
    /// A limit was reached before every set was tried.
    case limit
  }

  package let commonColumns: Int
  package let columns: [String]
  /// How many sets of columns were counted.
  package let sets: Int
  /// The greatest width of a set that was counted.
  package let width: Int
  package let end: End
}

/// Counts how nearly sets of columns are keys, by the hashes of their values in a sample.
package struct ColumnSets {
  package struct Counted: Sendable {
    /// Places among the chosen columns, ascending.
    package let columns: [Int]
    let shared: Int
    /// How many records repeat an identity, on both sides.
    package let repetitions: Int
  }

  package let columns: SearchColumns
  private let limits: SearchLimits
  private let run: ComparisonRun
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
  package mutating func count(width: Int, besides keys: [Set<Int>]) throws -> (counted: [Counted], isWhole: Bool) {
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
      sets = sets.flatMap { set in ((set.last ?? -1) + 1..<columns.chosen.count).map { set + [$0] } }
      sets.removeAll { set in keys.contains { $0.isSubset(of: set) } }
    }
    func variety(_ set: [Int]) -> Double { set.reduce(1) { $0 * Double(columns.spreads[$1]) } }
    let keyed = sets.map { (set: $0, variety: variety($0)) }
    return keyed.sorted { $0.variety > $1.variety }.map(\.set)
  }
}

/// Counts how often the values of some columns, taken together, repeat.
final class SetCounter {
  private let hashes: Sides<ColumnHashes>
  private var tables = Sides(source: HashSet(), target: HashSet())
  private(set) var visits = 0

  init(_ hashes: Sides<ColumnHashes>) { self.hashes = hashes }

  /// Counts a set of columns.
  ///
  /// - Returns: `nil` once there are too many repetitions for anything that is nearly a key.
  func count(_ columns: [Int]) -> (repetitions: Int, shared: Int)? {
    // One by one: through a subscript each insertion would copy a table.
    guard let source = repetitions(columns, .source, &tables.source),
      let target = repetitions(columns, .target, &tables.target),
      KeyStanding.areFew(Sides(source: source, target: target), of: Sides { hashes[$0].count })
    else { return nil }
    return (source + target, tables.source.countShared(with: tables.target))
  }

  private func repetitions(_ columns: [Int], _ side: Side, _ table: inout HashSet) -> Int? {
    let all = hashes[side]
    let allowed = KeyStanding.allowedRepetitions(all.count)
    table.clear()
    var repetitions = 0
    for chunk in all.chunks {
      let parts = columns.map { chunk[$0] }
      for row in 0..<(chunk.first?.count ?? 0) {
        repetitions += table.insert(Self.combined(parts, row)) ? 0 : 1
        if repetitions > allowed {
          visits += row
          return nil
        }
      }
      visits += chunk.first?.count ?? 0
    }
    return repetitions
  }

  private static func combined(_ parts: [[UInt64]], _ row: Int) -> UInt64 {
    var hasher = FieldHasher(.fixed)
    for part in parts { hasher.combine(hash: part[row]) }
    return hasher.value
  }
}

import Comparing
import Records

/// A column, or two, that would pair records which the key that was given leaves without a partner.
///
/// What records without a partner have in common chooses the columns; all records decide whether the key is better.
struct OtherKeys {
  let search: FindingSearch

  /// With more records than these nobody looks for another key; for a column that makes the key unique.
  private static let mostRecords = 50_000, mostRepeated = 10_000
  /// Of how many columns two are tried together, and for how many records without a partner.
  private static let mostJoined = (columns: 16, records: 2_000)
  /// How many sets of columns all records are asked about.
  private static let mostTried = 3

  private typealias Key = (columns: [ColumnMatch.Common], shared: Int)

  private var comparison: Comparison { search.comparison }

  /// The best of the other keys, if it pairs more records for certain than the present one pairs at all.
  func findings() throws -> [Finding] {
    guard case .given(let names) = comparison.key, !names.isEmpty, comparison.hasKey, comparison.keyMask == nil,
      comparison.passes == nil, !comparison.hasSections
    else { return [] }
    let columns = comparison.columns.common.filter { column in
      // As a key the name stands for none.
      !comparison.plan.isMasked(column.name) && !["", "none"].contains(column.name)
    }
    let wider = try wider(columns, than: names)
    return try wider.isEmpty ? others(columns, than: names) : wider
  }

  private func others(_ columns: [ColumnMatch.Common], than names: [String]) throws -> [Finding] {
    let offsets = Sides { comparison.unpairedOffsets($0).map(Int.init) }
    let (fewest, most) = (
      min(offsets.source.count, offsets.target.count), max(offsets.source.count, offsets.target.count)
    )
    let sizes = Sides { comparison.orders[$0].count }
    guard fewest >= Finding.fewest, 20 * fewest >= min(sizes.source, sizes.target),
      max(sizes.source, sizes.target) <= Self.mostRecords
    else { return [] }
    let own = Set(named: names)
    var keys = try promising(columns.filter { !own.contains($0.name) }.map { [$0] }, offsets, fewest)
    if keys.isEmpty, most <= Self.mostJoined.records {
      let pairs = columns.prefix(Self.mostJoined.columns).eachTwo
      keys = try promising(pairs.filter { !own.isSuperset(of: $0.map { ColumnName($0.name) }) }, offsets, fewest)
    }
    return try best(keys).map { [finding($0.key, certain: $0.certain, of: most)] } ?? []
  }

  /// The column that, beside the key, pairs most records for certain, where many repeat the key.
  private func wider(_ columns: [ColumnMatch.Common], than names: [String]) throws -> [Finding] {
    let (repeated, count) = (comparison.duplicates.target.repetitions, comparison.orders.target.count)
    guard repeated >= Finding.fewest, 20 * repeated >= count,
      max(count, comparison.orders.source.count) <= Self.mostRepeated
    else { return [] }
    let own = columns.filter { column in names.contains(column.name) }
    guard own.count == Set(named: names).count else { return [] }
    let all = Sides { Array(0..<comparison.orders[$0].count) }
    let without = try certain(own, all)
    var best: (column: String, certain: Int)?
    for column in columns where !names.contains(column.name) {
      let count = try certain(own + [column], all)
      if count > best?.certain ?? without { best = (column.name, count) }
    }
    return best.map { best in
      let cause = Finding.Cause.widerKey(certain: best.certain, without: without)
      return [Finding(cause, names + [best.column], changes: repeated, of: count)]
    } ?? []
  }

  private func finding(_ key: Key, certain: Int, of most: Int) -> Finding {
    let cause = Finding.Cause.otherKey(certain: certain, paired: comparison.pairedCount)
    return Finding(cause, key.columns.map(\.name), changes: key.shared, of: most)
  }

  /// The sets of columns by which at least half of the records without a partner have one for certain, best first.
  private func promising(_ sets: [[ColumnMatch.Common]], _ offsets: Sides<[Int]>, _ fewest: Int) throws -> [Key] {
    var keys: [Key] = []
    for set in sets {
      let shared = try certain(set, offsets)
      if shared >= Finding.fewest, 2 * shared >= fewest { keys.append((set, shared)) }
    }
    return Array(keys.sorted { $0.shared > $1.shared }.prefix(Self.mostTried))
  }

  private func best(_ keys: [Key]) throws -> (key: Key, certain: Int)? {
    let all = Sides { Array(0..<comparison.orders[$0].count) }
    var best: (key: Key, certain: Int)?
    for key in keys {
      // Records without a value on both sides would be pairs of it, which they are not.
      guard try Side.allCases.contains(where: { try !hasGaps(key.columns, $0) }) else { continue }
      let count = try certain(key.columns, all)
      if count > best?.certain ?? comparison.pairedCount { best = (key, count) }
    }
    return best
  }

  private func hasGaps(_ columns: [ColumnMatch.Common], _ side: Side) throws -> Bool {
    let (order, reader) = (comparison.orders[side], search.worker.readers[side])
    return try (0..<order.count).contains { offset in
      try columns.contains { column in
        try reader.field(order[offset], side == .source ? column.source : column.target).isVoid
      }
    }
  }

  /// How many values of the columns are filled and occur once on each side, among records by their offsets.
  func certain(_ columns: [ColumnMatch.Common], _ offsets: Sides<[Int]>) throws -> Int {
    var counts: [[Value]: Sides<Int32>] = [:]
    for side in Side.allCases {
      let (order, reader) = (comparison.orders[side], search.worker.readers[side])
      for offset in offsets[side] {
        let values = try columns.map { column in
          try reader.field(order[offset], side == .source ? column.source : column.target).value
        }
        // By these no comparison runs.
        guard !values.hasGap else { return 0 }
        guard !values.contains(where: { $0.withField(\.isVoid) }) else { continue }
        counts[values, default: Sides(source: 0, target: 0)][side] += 1
      }
    }
    return counts.values.count { $0.source == 1 && $0.target == 1 }
  }
}

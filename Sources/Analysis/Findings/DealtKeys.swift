import Comparing
import Records

/// Keys that were dealt to other records: by all other columns, most records are what another record of the old input
/// was.
struct DealtKeys {
  let search: FindingSearch

  /// With more records than these nobody looks for their contents under another key.
  private static let mostRecords = 50_000
  /// How many records choose the columns that tell all of them apart, between how many columns.
  private static let asked = 1_000, mostColumns = 16

  private var comparison: Comparison { search.comparison }

  private typealias Match = (source: Int, target: Int)

  func finding() throws -> Finding? {
    let names = comparison.key.columns ?? []
    guard mayBe(names) else { return nil }
    let alike = try alike(names)
    // Where several are alike, nobody knows which is which.
    let matches =
      alike.compactMap { $0.source.count == 1 && $0.target.count == 1 ? ($0.source[0], $0.target[0]) : nil }
      as [Match]
    let dealt = matches.filter { comparison.partner(ofTarget: Int32($0.target)) != Int32($0.source) }
    let count = comparison.orders.target.count
    guard Finding.isEnough(dealt.count, of: count) else { return nil }
    let others = try alike.flatMap(others)
    let cause = Finding.Cause.dealtKeys(names, by: try names.count == 1 ? step(dealt[0], others) : nil)
    return Finding(cause, try telling(matches, names), changes: others.count, of: count)
  }

  /// Whether most pairs differ in most columns, as records do that are none of one thing.
  private func mayBe(_ names: [String]) -> Bool {
    guard comparison.hasKey, !names.isEmpty, comparison.keyMask == nil, comparison.passes == nil,
      !comparison.hasSections, 2 * comparison.summary.updated >= comparison.pairedCount,
      Side.allCases.allSatisfy({ side in
        // Of an input of which records are left out, or grouped, nobody would count these again.
        comparison.isWhole(side) && comparison.orders[side].count <= Self.mostRecords
      })
    else { return false }
    // No function is called a second time for a value.
    guard contents(names).allSatisfy({ comparison.plan.steps(for: $0.name).allSatisfy(\.isNative) }) else {
      return false
    }
    let pairs = search.sample.pairs
    let cells = pairs.reduce(0) { $0 + $1.differing.count }
    return pairs.count >= Finding.fewest && 2 * cells >= pairs.count * contents(names).count
  }

  private func contents(_ names: [String]) -> [ResolvedPlan.Column] {
    let key = Set(named: names)
    return comparison.comparedColumns.filter { $0.source != nil && $0.target != nil && !key.contains($0.name) }
  }

  /// The values of a record, hashed once.
  private struct Contents: Hashable {
    let values: [Value]
    private let number: Int

    init(_ values: [Value]) { (self.values, number) = (values, values.hashValue) }

    static func == (left: Self, right: Self) -> Bool { left.number == right.number && left.values == right.values }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// Records of both sides, by their offsets, that have the same values but for the key.
  private func alike(_ names: [String]) throws -> [Sides<[Int]>] {
    let columns = contents(names)
    var places: [Contents: Sides<[Int]>] = [:]
    for side in Side.allCases {
      let order = comparison.orders[side]
      for offset in 0..<order.count {
        let values = try columns.map { try search.value($0, side, order[offset]) }
        places[Contents(values), default: Sides { _ in [] }][side].append(offset)
      }
    }
    return places.values.filter { !$0.source.isEmpty && !$0.target.isEmpty }.sorted { $0.target[0] < $1.target[0] }
  }

  /// The records of the target, each with those of the source that are alike and have another key, if there is one,
  /// and none that did not change; no more of them than there are such records of the source.
  private func others(_ alike: Sides<[Int]>) throws -> [(target: Int, sources: [Int])] {
    let keys = try Sides { side in try alike[side].map { try comparison.comparedKey(side, $0) } }
    let left = keys.source.count { !keys.target.contains($0) }
    return zip(alike.target, keys.target).filter { !keys.source.contains($1) }.prefix(left).map { ($0.0, alike.source) }
  }

  /// By how much each key is greater than that of an old record that is alike, if it is a number.
  private func step(_ first: Match, _ others: [(target: Int, sources: [Int])]) throws -> String? {
    func step(_ source: Int, _ target: Int) throws -> String? {
      let keys = (try comparison.comparedKey(.source, source), try comparison.comparedKey(.target, target))
      guard let old = keys.0.first, let new = keys.1.first else { return nil }
      return CellRelations.offset(LearntRule.Example(old: old, new: new))
    }
    guard let usual = try step(first.source, first.target) else { return nil }
    return try others.allSatisfy { other in try other.sources.contains { try step($0, other.target) == usual } }
      ? usual : nil
  }

  /// One column, or two, that tell nearly all of the records apart, so that they may be the key; none otherwise.
  private func telling(_ matches: [Match], _ names: [String]) throws -> [String] {
    let key = Set(named: names)
    let columns = comparison.columns.common.filter { column in
      !key.contains(column.name) && !comparison.plan.isMasked(column.name) && !["", "none"].contains(column.name)
    }.prefix(Self.mostColumns)
    let some = matches.spread(Self.asked)
    let offsets = Sides(source: some.map(\.source), target: some.map(\.target))
    let all = Sides { Array(0..<comparison.orders[$0].count) }
    let keys = OtherKeys(search: search)
    func certain(_ set: [ColumnMatch.Common]) throws -> Int? {
      guard try 20 * keys.certain(set, offsets) >= 19 * some.count else { return nil }
      let certain = try keys.certain(set, all)
      return 10 * certain >= 9 * matches.count ? certain : nil
    }
    let single = try columns.compactMap { column in try certain([column]).map { (column, certain: $0) } }
    if let most = single.map(\.certain).max(), let best = single.first(where: { $0.certain == most }) {
      return [best.0.name]
    }
    return try columns.eachTwo.first { try certain($0) != nil }?.map(\.name) ?? []
  }
}

/// Records that are paired by chance, as dealt keys pair them: what holds of these as well says nothing of the key.
package struct ChancePairs {
  let search: FindingSearch

  /// Whether one of some findings holds for nearly all values of its columns that differ, and for far fewer where
  /// records are paired by chance, so that those of the comparison are not.
  package static func refute(_ findings: [Finding], of comparison: Comparison) throws -> Bool {
    let telling = findings.filter { $0.tellsOfPairs && 10 * $0.changes >= 9 * $0.total }
    guard !telling.isEmpty else { return false }
    return try comparison.searching { search in
      let found = try ChanceCells.steps.map(ChancePairs(search: search).findings)
      return telling.contains { finding in
        found.contains { !$0.contains { $0.tellsOfPairs && $0.says(nearlyAsMuchAs: finding) } }
      }
    }
  }

  /// What is found where new records are moved on by a part of all.
  private func findings(_ step: Double) throws -> [Finding] {
    let pairs = search.sample.pairs
    guard pairs.count >= Finding.fewest else { return [] }
    let turned = try zip(pairs, ChanceCells.turned(pairs, step)).map { pair, other in
      let numbers = search.columns.indices.map { Int32(truncatingIfNeeded: $0) }
      return pair.turned(
        to: other,
        differing:
          try numbers.filter { number in
            let cell = try search.cell(number, pair.source, other.target)
            return search.isOpen(number) && cell.old != cell.new
          })
    }
    let other = FindingSearch(search, UpdatedSample(turned, isPart: search.sample.isPart), search.columns)
    return try other.cellFindings() + other.pairFindings(beside: [])
  }
}

extension Finding {
  /// Whether it is about the same columns, and holds for two thirds of the share at the least.
  fileprivate func says(nearlyAsMuchAs other: Finding) -> Bool {
    columns == other.columns && 3 * changes * other.total >= 2 * other.changes * total
  }
}

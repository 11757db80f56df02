import Comparing
import Records

/// Whether records that are paired since their keys are alike have more in common than chance would give them.
///
/// Dense codes are alike by chance. So a pair needs more equal values in its other columns than either record has with
/// any of some others; or keys of the same digits, where so many keys of one side are not alike by chance.
struct NearEvidence {
  private let comparison: Comparison
  private let worker: ComparisonWorker
  private let columns: Sides<[Int]>
  private let key: Sides<[Int]>
  private let comparator: LikenessComparator
  /// The values of some records, evenly spread, by their offsets.
  private let others: Sides<[(offset: Int, values: [Value])]>

  /// One pair of so many may be doubtful.
  static let mostDoubtful = 20
  private static let mostPairs = 100, mostOthers = 100, mostColumns = 20
  /// How many records before and behind one are others: those that were made together have more in common.
  private static let neighbours = 8
  /// So many keys are looked at to see how many are alike by chance.
  private static let mostKeys = 50, mostOwn = 1_000
  /// So many times what chance gives is more than chance.
  private static let leastExcess = 10.0

  init(_ comparison: Comparison, _ worker: ComparisonWorker, _ key: [String], _ comparator: LikenessComparator) throws {
    let ignored = Set(named: key + comparison.plan.ignored)
    let names = comparison.columns.common.map(\.name).filter { !ignored.contains($0) }.prefix(Self.mostColumns)
    func places(_ names: some Sequence<String>) -> Sides<[Int]> {
      Sides { side in names.compactMap { worker.readers[side].columnIndex(of: $0) } }
    }
    (self.comparison, self.worker, self.comparator) = (comparison, worker, comparator)
    let columns = places(names)
    (self.columns, self.key) = (columns, places(key))
    others = try Sides { side in
      let count = comparison.orders[side].count
      return try stride(from: 0, to: count, by: count / Self.mostOthers + 1).map {
        ($0, try Self.values(columns[side], comparison.orders[side][$0], worker.readers[side]))
      }
    }
  }

  private static func values(_ places: [Int], _ record: Int, _ reader: RecordReader) throws -> [Value] {
    try places.map { try reader.field(record, $0).value }
  }

  private func values(_ places: Sides<[Int]>, _ side: Side, _ offset: Int) throws -> [Value] {
    try Self.values(places[side], comparison.orders[side][offset], worker.readers[side])
  }

  /// How many of some pairs, evenly spread, have nothing else in common, and how many were looked at.
  ///
  /// - Parameter left: How many records the key leaves without a partner.
  func doubtful(_ pairs: [Sides<Int>], left: Sides<Int>) throws -> (count: Int, of: Int) {
    let some = pairs.spread(Self.mostPairs)
    let unconfirmed = try some.filter { try !isConfirmed($0) }
    guard !unconfirmed.isEmpty else { return (0, some.count) }
    let keys = try unconfirmed.map { pair in try Sides { try values(key, $0, pair[$0]) } }
    let plain = keys.filter { Self.digits($0.source) == Self.digits($0.target) }
    guard !plain.isEmpty, try !areByChance(plain.count * pairs.count / some.count, unconfirmed, left) else {
      return (unconfirmed.count, some.count)
    }
    return (unconfirmed.count - plain.count, some.count)
  }

  // MARK: Other columns

  private func isConfirmed(_ pair: Sides<Int>) throws -> Bool {
    let own = try Sides { try values(columns, $0, pair[$0]) }
    let count = Self.common(own.source, own.target)
    guard count > 0 else { return false }
    for side in Side.allCases {
      let near = try near(side, pair[side]) + others[side].filter { $0.offset != pair[side] }
      if near.contains(where: { Self.common($0.values, own[side.other]) >= count }) { return false }
    }
    return true
  }

  /// The values of the records before and behind one.
  private func near(_ side: Side, _ offset: Int) throws -> [(offset: Int, values: [Value])] {
    let range = max(0, offset - Self.neighbours)...min(comparison.orders[side].count - 1, offset + Self.neighbours)
    return try range.filter { $0 != offset }.map { ($0, try values(columns, side, $0)) }
  }

  /// In how many columns two records have the same value.
  private static func common(_ first: [Value], _ second: [Value]) -> Int {
    zip(first, second).count { $0 == $1 && !$0.withField(\.isVoid) }
  }

  // MARK: Keys

  private static func digits(_ key: [Value]) -> [String] {
    key.map { String($0.description.filter(\.isNumber).drop { $0 == "0" }) }
  }

  /// Whether so many keys are alike by chance: as many of one side are for the pairs that were looked at.
  private func areByChance(_ found: Int, _ pairs: [Sides<Int>], _ left: Sides<Int>) throws -> Bool {
    var (looked, alike) = (0, 0)
    for side in Side.allCases {
      let count = comparison.orders[side].count
      let own = try stride(from: 0, to: count, by: count / Self.mostOwn + 1).map { offset in
        (offset, try values(key, side, offset))
      }
      for offset in pairs.map({ $0[side] }).spread(Self.mostKeys) {
        let key = try values(key, side, offset)
        for (other, values) in own where other != offset {
          looked += 1
          if isAlike(key, values) { alike += 1 }
        }
      }
    }
    let expected = Double(alike + 1) / Double(max(1, looked)) * Double(left.source) * Double(left.target)
    return Double(found) < Self.leastExcess * expected
  }

  /// Whether two keys have the same digits, and are alike in the only part that is another one.
  private func isAlike(_ first: [Value], _ second: [Value]) -> Bool {
    let parts = first.indices.filter { first[$0] != second[$0] }
    guard let part = parts.first, parts.count == 1, Self.digits([first[part]]) == Self.digits([second[part]]) else {
      return false
    }
    return first[part].withField { old in second[part].withField { comparator.areEqual(old, $0) } }
  }
}

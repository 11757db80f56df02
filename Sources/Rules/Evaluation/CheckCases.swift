import Comparing
import Records
import StagedDiff

/// What functions are tried on: records of both sides, and pairs of them, spread evenly over what there is.
struct CheckCases {
  struct Record: Hashable {
    let side: Side
    let number: Int
  }

  let records: [Record]
  /// Records as they are before a filter, which is tried on them.
  let unfiltered: [Record]
  /// Paired records, those that were found different first.
  let pairs: [Sides<Int>]

  /// - Parameter limit: The most records of each side, and the most pairs.
  init(_ comparison: Comparison, limit: Int) {
    let orders = comparison.orders
    records = Side.allCases.flatMap { side in
      Self.spread(orders[side].count, limit).map { Record(side: side, number: orders[side][$0]) }
    }
    unfiltered = Side.allCases.flatMap { side in
      Self.spread(comparison.tables[side].count, limit).map { Record(side: side, number: $0) }
    }
    let entries = (0..<comparison.changeCount).lazy.map(comparison.entry(at:)).filter { $0.kind == .updated }
    let updated = entries.prefix(limit).map {
      Sides(source: orders.source[Int($0.source)], target: orders.target[Int($0.target)])
    }
    let known = Set(updated.map(\.source))
    let paired = comparison.pairing.sourceToTarget
    let others = Self.spread(paired.count, max(0, limit - updated.count)).compactMap { offset in
      let partner = Int(paired[offset])
      let source = orders.source[offset]
      return partner < 0 || known.contains(source) ? nil : Sides(source: source, target: orders.target[partner])
    }
    pairs = Array(updated) + others
  }

  /// At most `limit` of the numbers below `count`, at even distances.
  private static func spread(_ count: Int, _ limit: Int) -> [Int] {
    guard count > limit else { return Array(0..<count) }
    return (0..<limit).map { $0 * count / limit }
  }
}

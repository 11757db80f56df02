import Records

/// Which columns are worth combining to keys.
struct SearchColumns {
  /// The columns that every input has, by the rules' names, in the target's order.
  let common: [String]
  /// Those to combine, in the same order.
  let chosen: [String]
  /// For each chosen column how many different values a sample has, of the side that has fewer.
  let spreads: [Int]

  private static let sampled = 1 << 14
  private static let hashesInMemory = 1 << 26

  /// Looks at a sample of records evenly spread over each side.
  ///
  /// - Throws: What a normalizer that is a script throws.
  init(_ collections: Collections, hasTarget: Bool, limits: SearchLimits) throws {
    let match = collections.plan.columns
    let common = hasTarget ? match.common.map(\.name) : match.deleted
    let records = collections.orders.source.count + collections.orders.target.count
    let room = max(4, min(limits.columns, Self.hashesInMemory / max(1, records)))
    var spread = [Int](repeating: .max, count: common.count)
    for side in Side.allCases where side == .source || hasTarget {
      for (column, count) in try Self.distinct(collections, side, common).enumerated() {
        spread[column] = min(spread[column], count)
      }
    }
    let varied = common.indices.filter { spread[$0] > 1 || records < 3 }
    let best = Set(varied.sorted { (-spread[$0], $0) < (-spread[$1], $1) }.prefix(room))
    let chosen = common.indices.filter(best.contains)
    self.common = common
    self.chosen = chosen.map { common[$0] }
    spreads = chosen.map { spread[$0] }
  }

  /// How many different values each column has in the sample.
  private static func distinct(_ collections: Collections, _ side: Side, _ names: [String]) throws
    -> [Int]
  {
    try collections.workers.withWorker { worker in
      try worker.prepare()
      let reader = worker.readers[side]
      let places = names.map(reader.columnIndex)
      var values = names.map { _ in HashSet() }
      let order = collections.orders[side]
      for offset in stride(from: 0, to: order.count, by: max(1, order.count / sampled)) {
        for (column, place) in places.enumerated() {
          guard let place else { continue }
          let hash = ColumnHashes.hash(try reader.field(order[offset], place))
          _ = values[column].insert(hash)
        }
      }
      return values.map(\.count)
    }
  }
}

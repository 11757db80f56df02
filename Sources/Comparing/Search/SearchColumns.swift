/// Which columns are worth combining to keys.
package struct SearchColumns {
  /// The columns to choose from, by the rules' names.
  package let common: [String]
  /// Those to combine, in the same order.
  package let chosen: [String]
  /// For each chosen column how many different values a sample has, of the side that has fewer.
  let spreads: [Int]
  let sample: Sides<ColumnHashes>

  /// The most records of a sample, and the most fields.
  private static let sampled = (records: 1 << 13, fields: 1 << 20)
  /// So many records are all looked at, whatever the number of columns.
  static let few = 64

  /// Looks at a sample of each side.
  ///
  /// - Parameters:
  ///   - names: The columns to choose from; a side without records need not have them.
  ///   - limit: The most columns to choose; those with the most different values are taken.
  /// - Throws: What a normalizer that is a script throws.
  package init(_ input: ComparisonInput, names: [String], limit: Int) throws {
    let size = min(Self.sampled.records, max(Self.few, Self.sampled.fields / max(1, names.count)))
    let part = input.sampled(size)
    let hashes = try Sides { try ColumnHashes(part, $0, columns: names) }
    var spread = [Int](repeating: .max, count: names.count)
    let isTiny = Side.allCases.allSatisfy { hashes[$0].count < 2 }
    var isVaried = [Bool](repeating: isTiny, count: names.count)
    var isHollow = [Bool](repeating: false, count: names.count)
    for side in Side.allCases where hashes[side].count > 0 {
      for column in names.indices {
        let values = hashes[side].values(of: column)
        spread[column] = min(spread[column], values.count)
        if values.count > 1 { isVaried[column] = true }
        if values.count == 1, values.contains(ColumnHashes.hollow) { isHollow[column] = true }
      }
    }
    let fit = names.indices.filter { isVaried[$0] && !isHollow[$0] }
    let best = Set(fit.sorted { (-spread[$0], $0) < (-spread[$1], $1) }.prefix(limit))
    let chosen = names.indices.filter(best.contains)
    common = names
    self.chosen = chosen.map { names[$0] }
    spreads = chosen.map { spread[$0] }
    sample = Sides { hashes[$0].columns(chosen) }
  }
}

extension ComparisonInput {
  fileprivate func sampled(_ count: Int) -> ComparisonInput {
    var part = self
    part.orders = Sides { orders[$0].sampled(count) }
    return part
  }
}

extension RecordOrder {
  /// Some records, in blocks of neighbours that are evenly spread: what repeats often repeats near by.
  fileprivate func sampled(_ size: Int) -> RecordOrder {
    guard count > size else { return self }
    let length = min(size, 64)
    let blocks = size / length
    return RecordOrder(
      (0..<blocks).flatMap { block in
        let start = count * block / blocks
        return (start..<start + length).map { Int32(truncatingIfNeeded: self[$0]) }
      })
  }
}

import Comparing
import Records

/// A key of numbers that are all greater, or smaller, by one amount on the new side: known by records of which all else
/// is the same.
struct KeyOffset {
  let step: LearntRule.Step
  let examples: [LearntRule.Example]

  private static let mostRecords = 50_000, fewest = 20

  /// - Returns: `nil` where a value is no number, or records whose contents are one of a kind do not agree.
  /// - Complexity: O(*n*) for all values of *n* records.
  init?(_ comparison: Comparison, _ key: String) throws {
    let sizes = Side.allCases.map { comparison.orders[$0].count }
    guard sizes.allSatisfy({ (Self.fewest...Self.mostRecords).contains($0) }),
      let column = comparison.columns.common.first(where: { $0.name == key })
    else { return nil }
    let worker = comparison.takeWorker()
    defer { comparison.put(back: worker) }
    try worker.prepare()
    func values(_ column: ColumnMatch.Common, _ side: Side) -> [Value] {
      let (reader, order) = (worker.readers[side], comparison.orders[side])
      let place = side == .source ? column.source : column.target
      return (0..<order.count).map { reader.rawField(order[$0], place).value }
    }
    let keys = Sides { values(column, $0) }
    let numbers = Sides { side in keys[side].map { $0.withField { $0.withTextOrNumber(AddNormalizer.number) ?? nil } } }
    guard Side.allCases.allSatisfy({ !numbers[$0].contains(nil) }) else { return nil }
    var contents = Sides { [[Value]](repeating: [], count: keys[$0].count) }
    for other in comparison.columns.common where other.name != key && !comparison.plan.isMasked(other.name) {
      let all = Sides { values(other, $0) }
      // What counts records is the same in unrelated tables.
      guard !all.source.areInARow, !all.target.areInARow else { continue }
      for side in Side.allCases { for place in all[side].indices { contents[side][place].append(all[side][place]) } }
    }
    let pairs = Self.pairs(contents)
    let steps = pairs.compactMap { pair in
      numbers.source[pair.old].flatMap { old in numbers.target[pair.new].map { $0 - old } }
    }
    let counts = Dictionary(steps.map { ($0, 1) }, uniquingKeysWith: +)
    guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), best.key != 0,
      best.value >= Self.fewest, 20 * best.value >= 19 * pairs.count
    else { return nil }
    step = .sided(Sides(source: [.add(best.key)], target: []))
    examples = zip(pairs, steps).filter { $1 == best.key }.prefix(2).map { pair, _ in
      LearntRule.Example(old: keys.source[pair.old], new: keys.target[pair.new])
    }
  }

  /// Records of both sides with the same contents, each alone with them on its side, by their places.
  private static func pairs(_ contents: Sides<[[Value]]>) -> [(old: Int, new: Int)] {
    let places = Sides { side in
      Dictionary(contents[side].enumerated().map { ($1, $0) }) { _, _ in -1 }
    }
    return contents.source.indices.compactMap { old in
      let content = contents.source[old]
      guard !content.isEmpty, places.source[content] == old, let new = places.target[content], new >= 0 else {
        return nil
      }
      return (old, new)
    }
  }
}

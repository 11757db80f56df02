import Comparing
import Platform
import Records

/// A key of numbers that are all greater, or smaller, by one amount on the new side: known by records of which all else
/// is the same, however it is written.
struct KeyOffset {
  let step: LearntRule.Step
  let examples: [LearntRule.Example]

  private static let mostRecords = 50_000, fewest = 20, mostAsked = 1_000

  /// - Returns: `nil` where a value is no number, or records whose contents are one of a kind do not agree.
  /// - Complexity: O(*n* log *n*) for all values of *n* records.
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
    let numbers = Sides { keys[$0].compactMap(\.wholeNumber) }
    guard Side.allCases.allSatisfy({ numbers[$0].count == keys[$0].count }) else { return nil }
    let sequences = Sides { side in numbers[side].indices.sorted { numbers[side][$0] < numbers[side][$1] } }
    let columns = comparison.columns.common.compactMap { other -> Contents? in
      let isLeftOut =
        other.name == key || comparison.plan.isMasked(other.name) || comparison.plan.ignored.contains(other.name)
      return isLeftOut ? nil : Contents(Sides { values(other, $0) }, in: sequences)
    }
    let pairs = Self.pairs(columns.filter(\.isShared), Sides { numbers[$0].count })
    let counts = pairs.map { numbers.target[$0.new] - numbers.source[$0.old] }.counted()
    guard let best = counts.mostFrequent, best.key != 0,
      best.count >= Self.fewest, 10 * best.count >= 9 * pairs.count
    else { return nil }
    let places = Dictionary(numbers.target.enumerated().map { ($1, $0) }) { first, _ in first }
    let all = sequences.source.compactMap { old in places[numbers.source[old] + best.key].map { (old: old, new: $0) } }
    let some = stride(from: 0, to: all.count, by: all.count / Self.mostAsked + 1).map { all[$0] }
    guard Self.agree(columns, some) else { return nil }
    let isPadded = keys.target.contains { $0.description.beginsWithZero && $0.description.utf8.count > 1 }
    step = .sided(Sides(source: [.add(best.key)], target: isPadded ? [.dropZeros] : []))
    examples = all.prefix(2).map { LearntRule.Example(old: keys.source[$0.old], new: keys.target[$0.new]) }
  }

  private typealias Pair = (old: Int, new: Int)

  /// Records of both sides with the same contents, each alone with them on its side, by their places.
  private static func pairs(_ columns: [Contents], _ counts: Sides<Int>) -> [Pair] {
    guard !columns.isEmpty else { return [] }
    let contents = Sides { side in (0..<counts[side]).map { place in columns.map { $0.looks[side][place] } } }
    let places = Sides { side in Dictionary(contents[side].enumerated().map { ($1, $0) }) { _, _ in -1 } }
    return contents.source.indices.compactMap { old in
      let content = contents.source[old]
      guard places.source[content] == old, let new = places.target[content], new >= 0 else { return nil }
      return (old, new)
    }
  }

  /// Whether three in four of the columns that tell pairs from others have the same in them, or numbers that grew by
  /// one amount as well: unrelated tables may have a calendar in common.
  private static func agree(_ columns: [Contents], _ pairs: [Pair]) -> Bool {
    let said = columns.compactMap { $0.testimony(pairs) }
    let pro = said.count(where: \.self)
    return pro > 0 && 4 * pro >= 3 * said.count
  }

  /// The values of a column by their letters and digits, whatever their order and case: as dates of two formats have
  /// the same ones.
  private struct Contents {
    let looks: Sides<[Int]>
    /// Whether most values of the side with fewer are also there on the other side.
    let isShared: Bool
    private let values: Sides<[Value]>

    /// - Parameter sequences: The places of each side in the order of its key.
    /// - Returns: `nil` for what counts the records, or grows with the key as days do: unrelated tables have that, too.
    init?(_ values: Sides<[Value]>, in sequences: Sides<[Int]>) {
      guard !Side.allCases.contains(where: { values[$0].areInARow }) else { return nil }
      let grows = Side.allCases.map { side in
        let marks = sequences[side].map { Self.mark(values[side][$0]) }
        return zip(marks, marks.dropFirst()).allSatisfy { $0 <= $1 }
      }
      guard !grows.contains(true) else { return nil }
      self.values = values
      looks = Sides { values[$0].map(Self.look) }
      let sets = Sides { [looks] in Set(looks[$0]) }
      isShared = 2 * sets.source.intersection(sets.target).count >= min(sets.source.count, sets.target.count)
    }

    private static func look(_ value: Value) -> Int {
      let text = value.description.lowercased().unicodeScalars
      return text.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) }.sorted().hashValue
    }

    /// What stands in an order: of a date the year first.
    private static func mark(_ value: Value) -> String {
      let text = value.description
      let parts = text.split { "./".contains($0) }
      return parts.count == 3 && parts[2].count == 4 ? parts.reversed().joined(separator: "-") : text
    }

    /// Whether pairs have the same value; `nil` where others would have it as well.
    func testimony(_ pairs: [Pair]) -> Bool? {
      func share(_ isSame: (Pair, Pair) -> Bool) -> Int {
        zip(pairs, pairs.dropFirst() + pairs.prefix(1)).count(where: isSame)
      }
      let own = share { pair, _ in looks.source[pair.old] == looks.target[pair.new] }
      let chance = share { pair, next in looks.source[pair.old] == looks.target[next.new] }
      guard 10 * chance < 9 * pairs.count else { return nil }
      if 5 * own >= 4 * pairs.count, own > chance { return true }
      let steps = pairs.compactMap { pair in
        values.source[pair.old].wholeNumber.flatMap { old in values.target[pair.new].wholeNumber.map { $0 - old } }
      }
      let usual = steps.counted().values.max() ?? 0
      return 5 * usual >= 4 * pairs.count
    }
  }
}

extension Value {
  /// The number that digits alone stand for.
  fileprivate var wholeNumber: Int? { withField { $0.withTextOrNumber(AddNormalizer.number) ?? nil } }
}

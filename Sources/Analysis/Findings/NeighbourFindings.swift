import Comparing
import Records

/// What values of a column have to do with those of the records that stand beside theirs in the new input.
struct NeighbourFindings {
  let search: FindingSearch

  /// How many values it takes, and how many different ones, until it is no accident.
  private static let fewest = 10, fewestDifferent = 5
  private static let guessed = 16

  private var comparison: Comparison { search.comparison }

  /// - Parameter number: A column that differs.
  func findings(in number: Int32) throws -> [Finding] {
    guard !comparison.hasSections, Side.allCases.allSatisfy(comparison.isWhole), search.isNative(number) else {
      return []
    }
    let pairs = search.sample.pairs.filter { $0.differing.contains(number) }
    guard pairs.count >= Self.fewest else { return [] }
    let some = pairs.spread(Self.guessed)
    for cause in [Finding.Cause.slid(isDown: true), .slid(isDown: false), .exchanged] {
      // Few of all values tell of most columns that they have nothing of the kind.
      guard try 2 * some.count(where: { try holds(cause, number, $0) }) >= some.count else { continue }
      let held = try pairs.filter { try holds(cause, number, $0) }
      guard held.count >= Self.fewest, 10 * held.count >= 9 * pairs.count,
        try Set(held.map { try search.cell(number, $0).new }).count >= Self.fewestDifferent
      else { continue }
      let name = search.columns[Int(number)].name
      return [search.sample.finding(cause, [name], changes: held.count, of: pairs.count)]
    }
    return []
  }

  /// Whether a pair has in a column that differs what a cause says.
  func holds(_ cause: Finding.Cause, _ number: Int32, _ pair: ComparedPair) throws -> Bool {
    let cell = try search.cell(number, pair)
    switch cause {
    case .slid(let isDown):
      let neighbour = try self.cell(number, beside: pair, isDown ? -1 : 1)
      return neighbour?.old == cell.new && !cell.new.isVoid
    case .exchanged:
      return try [-1, 1].contains { step in
        let neighbour = try self.cell(number, beside: pair, step)
        return neighbour?.old == cell.new && neighbour?.new == cell.old
      }
    default: return false
    }
  }

  /// The values of the record that stands so many places behind a pair's in the target, if it has a partner.
  private func cell(_ number: Int32, beside pair: ComparedPair, _ step: Int) throws -> LearntRule.Example? {
    let (offset, orders) = (pair.targetOffset + step, comparison.orders)
    guard offset >= 0, offset < orders.target.count else { return nil }
    let partner = comparison.partner(ofTarget: Int32(offset))
    guard partner >= 0 else { return nil }
    return try search.cell(number, orders.source[Int(partner)], orders.target[offset])
  }
}

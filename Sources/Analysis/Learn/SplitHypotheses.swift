import Comparing
import Records

/// That texts of one side are lists of JSON on the other one: `a;b` and `["a","b"]`, in any order.
enum SplitHypotheses {
  private typealias Cell = LearntRule.Example

  private static let separators = ["; ", ", ", ";", "|", ","]

  static func all(for cells: [LearntRule.Example]) -> [Hypothesis] {
    Side.allCases.compactMap { side in
      guard 2 * cells.count(where: { isSplit($0.old, $0.new, side) }) >= cells.count,
        let separator = separator(cells, side)
      else { return nil }
      let steps = Sides<[LearntRule.Step]> { $0 == side ? [.split(separator)] : [] }
      return SidedHypotheses.sided([.listText], steps) { isSplit($0, $1, side) }?.preparing { isSplit($0, $1, side) }
    }
  }

  /// Whether one value is a text of a side, and the other one a list.
  private static func isSplit(_ old: Value, _ new: Value, _ side: Side) -> Bool {
    let values = Sides(source: old, target: new)
    guard case .text = values[side], case .array = values[side.other] else { return false }
    return true
  }

  /// The first one that makes the items of most lists of texts that have it.
  private static func separator(_ cells: [Cell], _ side: Side) -> String? {
    separators.first { separator in
      let lists = cells.compactMap { cell -> Bool? in
        let values = Sides(source: cell.old, target: cell.new)
        let text = values[side].description
        guard text.contains(separator) else { return nil }
        return text.split(separator: separator, omittingEmptySubsequences: false).map(String.init).sorted()
          == values[side.other].texts?.sorted()
      }
      return lists.count >= Hypotheses.fewest && 2 * lists.count(where: \.self) >= lists.count
    }
  }
}

extension Value {
  /// The items of a list of texts; `nil` for anything else.
  fileprivate var texts: [String]? {
    guard case .array = self else { return nil }
    let items = withField { $0.canonicalElements.map { element in element.withBytes { Field(json: $0)?.value } } }
    let texts = items.compactMap { item -> String? in if case .text(let text) = item { text.string } else { nil } }
    return texts.count == items.count ? texts : nil
  }
}

import Comparing
import Records

/// What many cells of a column have in common that rules must not hide: a change of unit or sign, digits cut off.
struct NoteTally {
  private struct Count {
    var cells = 0
    var unrounded = 0
    var olds: Set<Value> = []
    var examples: [LearntRule.Example] = []
    /// The mark that stands before three digits wherever the cells have one.
    var mark: Character?
    var isMarkAmbiguous = true
    /// What may undo it, and how many cells it makes one.
    var undoing: [(rule: Hypothesis, cells: Int)] = []
  }

  private enum Fact: Hashable {
    case factor(String)
    case cutOff
  }

  private var counts: [Fact: Count] = [:]
  private var differing = 0
  private var left = 0

  /// How many different values something has to hold for.
  private static let fewest = 3
  /// What share of the cells that rules leave it has to hold for.
  private static let leastShare = (1, of: 20)
  private static let mostExamples = 2

  /// - Parameter isLeft: Whether no rule hides the cell.
  mutating func add(_ cell: LearntRule.Example, isLeft: Bool) {
    differing += 1
    guard isLeft else { return }
    left += 1
    for mark: Character in [".", ","] {
      guard let old = PlainDecimal(cell.old.description, mark: mark),
        let new = PlainDecimal(cell.new.description, mark: mark)
      else { continue }
      if let factor = old.factor(to: new) {
        count(.factor(factor), cell, mark, isRounded: true)
      } else if new.isCutOff(old) {
        count(.cutOff, cell, mark, isRounded: new.isRounded(old))
      } else {
        continue
      }
      break
    }
  }

  private mutating func count(_ finding: Fact, _ cell: LearntRule.Example, _ mark: Character, isRounded: Bool) {
    var count = counts[finding] ?? Count()
    count.cells += 1
    count.unrounded += isRounded ? 0 : 1
    if count.olds.count < Self.fewest, count.olds.insert(cell.old).inserted, count.examples.count < Self.mostExamples {
      count.examples.append(cell)
    }
    let places = [cell.old, cell.new].compactMap { PlainDecimal($0.description, mark: mark)?.places }
    count.isMarkAmbiguous =
      count.isMarkAmbiguous && count.mark ?? mark == mark && places.contains(3) && places.contains(0)
      && ![cell.old, cell.new].contains { $0.description.drop { $0 == "-" }.hasPrefix("0\(mark)") }
    count.mark = mark
    if case .factor(let factor) = finding, count.undoing.isEmpty {
      count.undoing = Self.undoing(factor).map { ($0, 0) }
    }
    for index in count.undoing.indices where count.undoing[index].rule.verdict(cell.old, cell.new) == .explained {
      count.undoing[index].cells += 1
    }
    counts[finding] = count
  }

  /// What makes one of numbers of which the new ones are the old ones times a factor: with points, or also with commas.
  private static func undoing(_ factor: String) -> [Hypothesis] {
    let scale = LearntRule.Step.scale(factor)
    let steps: [Sides<[LearntRule.Step]>] = [
      Sides(source: [scale], target: []), Sides(source: [.commaToPoint, scale], target: [.commaToPoint]),
    ]
    return steps.compactMap { Hypothesis([.unit], [.sided($0)]) { _, _ in true } }
  }

  func notes(of column: String) -> [LearningNote] {
    let enough = counts.filter { finding, count in
      count.olds.count >= Self.fewest && count.cells * Self.leastShare.of >= left * Self.leastShare.0
        && (finding != .cutOff || count.unrounded * Self.leastShare.of >= count.cells)
    }
    return enough.map { finding, count in
      let kind: LearningNote.Kind =
        switch finding {
        case .factor(let factor): .factor(factor)
        case .cutOff: .cutOff(unrounded: count.unrounded)
        }
      return LearningNote(
        column: column, kind: kind, count: count.cells, differing: differing,
        ambiguousMark: count.isMarkAmbiguous && finding != .cutOff ? count.mark : nil,
        rule: rule(count, column), examples: count.examples)
    }.sorted { (-$0.count, "\($0.kind)") < (-$1.count, "\($1.kind)") }
  }

  /// The rule that undoes it where that holds for nearly all that differs, and so hides all of it.
  private func rule(_ count: Count, _ column: String) -> LearntRule? {
    count.undoing.first { 10 * $0.cells >= 9 * differing }.map { rule, cells in
      LearntRule(
        column: column, noises: rule.noises, change: rule.change, differing: differing, explained: cells,
        examples: count.examples)
    }
  }
}

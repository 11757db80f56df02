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

  /// How the numbers of each side are written, and what takes away what stands around them.
  private let forms: Sides<NumberForm>
  private let bare: HypothesisSet
  private var counts: [Fact: Count] = [:]
  private var differing = 0
  private var left = 0

  /// How many different values something has to hold for.
  private static let fewest = 3
  /// What share of the cells that rules leave it has to hold for.
  private static let leastShare = (1, of: 20)
  private static let mostExamples = 2

  /// - Parameter sample: Some cells, by which it is seen how their numbers are written.
  init(_ sample: [LearntRule.Example] = []) {
    let some = stride(from: 0, to: sample.count, by: sample.count / Self.sampled + 1).map { sample[$0] }
    bare = HypothesisSet(Hypotheses.preparations(some).filter { Self.around.isSuperset(of: $0.noises) })
    forms = .usual(of: some.map(bare.rewritten))
  }

  private static let sampled = 100
  private static let around: Set<Noise> = [.whiteSpace, .currency, .ledgerSign, .trailingMinus]

  /// - Parameter isLeft: Whether no rule hides the cell.
  mutating func add(_ cell: LearntRule.Example, isLeft: Bool) {
    differing += 1
    guard isLeft else { return }
    left += 1
    let cell = (own: cell, bare: bare.rewritten(cell))
    let ways = forms.source == forms.target ? NumberForm.withoutGroups.map { Sides(source: $0, target: $0) } : [forms]
    for way in ways {
      guard let old = way.source.number(cell.bare.old), let new = way.target.number(cell.bare.new) else { continue }
      if let factor = old.factor(to: new) {
        count(.factor(factor), cell.own, way, isRounded: true)
      } else if new.isCutOff(old) {
        count(.cutOff, cell.own, way, isRounded: new.isRounded(old))
      } else {
        continue
      }
      break
    }
  }

  private mutating func count(
    _ finding: Fact, _ cell: LearntRule.Example, _ way: Sides<NumberForm>, isRounded: Bool
  ) {
    var count = counts[finding] ?? Count()
    count.cells += 1
    count.unrounded += isRounded ? 0 : 1
    if count.olds.count < Self.fewest, count.olds.insert(cell.old).inserted, count.examples.count < Self.mostExamples {
      count.examples.append(cell)
    }
    let form = way.source == .plain ? way.target : way.source
    let mark = form.decimal
    let places = [cell.old, cell.new].compactMap { PlainDecimal($0.description, mark: mark)?.places }
    let beginsWithZero = [cell.old, cell.new].contains { $0.description.drop { $0 == "-" }.hasPrefix("0\(mark)") }
    count.isMarkAmbiguous =
      count.isMarkAmbiguous && form.group == nil && count.mark ?? mark == mark && !beginsWithZero
      && places.contains(3) && places.contains(0)
    count.mark = mark
    if case .factor(let factor) = finding, count.undoing.isEmpty {
      count.undoing = undoing(factor).map { ($0, 0) }
    }
    for index in count.undoing.indices where count.undoing[index].rule.verdict(cell.old, cell.new) == .explained {
      count.undoing[index].cells += 1
    }
    counts[finding] = count
  }

  /// What makes one of numbers of which the new ones are the old ones times a factor: with points, also with commas, or
  /// as each side writes them.
  private func undoing(_ factor: String) -> [Hypothesis] {
    let scale = LearntRule.Step.scale(factor)
    let bare = bare.parts.flatMap(\.change.steps)
    let steps: [Sides<[LearntRule.Step]>] = [
      Sides(source: [scale], target: []), Sides(source: [.commaToPoint, scale], target: [.commaToPoint]),
      Sides(source: bare + forms.source.steps + [scale], target: bare + forms.target.steps),
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

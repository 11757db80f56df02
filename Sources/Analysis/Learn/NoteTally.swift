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
    counts[finding] = count
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
        ambiguousMark: count.isMarkAmbiguous && finding != .cutOff ? count.mark : nil, examples: count.examples)
    }.sorted { (-$0.count, "\($0.kind)") < (-$1.count, "\($1.kind)") }
  }
}

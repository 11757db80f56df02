import Records

/// What the cells of a column have said of a set of hypotheses, in each half of the records.
struct LearningTally {
  private var differing = [0, 0]
  /// In each half by the parts of the set that it takes together.
  private var explained: [[PartSet: Int]] = [[:], [:]]
  private var hidden = 0
  /// Some cells that each part explains.
  private(set) var examples: [[LearntRule.Example]]

  /// Of so many cells the set has to explain one.
  private let share: Int

  private static let mostExamples = 2
  /// How many cells a rule has to explain in each half.
  static let fewest = 2
  /// What share of the cells each of several rules of a column has to explain.
  static let leastShare = (1, of: 20)

  init(_ set: HypothesisSet) {
    examples = [[LearntRule.Example]](repeating: [], count: set.parts.count)
    share = set.share
  }

  /// What cells, each with its half, say of a set.
  init(_ set: HypothesisSet, of cells: some Sequence<(cell: LearntRule.Example, half: Int)>) {
    self.init(set)
    for (cell, half) in cells { add(set.finding(cell), cell, half: half) }
  }

  /// How many cells differ.
  var count: Int { differing.reduce(0, +) }

  /// How many cells are explained.
  var total: Int { explained.reduce(0) { $0 + $1.values.reduce(0, +) } }

  /// How many cells it takes one of some parts to explain.
  func total(of parts: PartSet) -> Int { explained.indices.reduce(0) { $0 + total(of: parts, half: $1) } }

  private func total(of parts: PartSet, half: Int) -> Int {
    explained[half].reduce(0) { $0 + ($1.key.isDisjoint(with: parts) ? 0 : $1.value) }
  }

  mutating func add(_ finding: HypothesisSet.Outcome, _ cell: LearntRule.Example, half: Int) {
    differing[half] += 1
    switch finding.verdict {
    case .different: break
    case .hidden: hidden += 1
    case .explained:
      explained[half][finding.parts, default: 0] += 1
      for part in examples.indices where finding.parts.contains(PartSet([part])) {
        guard examples[part].count < Self.mostExamples, !examples[part].contains(where: { $0.old == cell.old }) else {
          continue
        }
        examples[part].append(cell)
      }
    }
  }

  /// Whether the rules explain enough of the cells in each half of the records, each rule some of them, and hide no
  /// others.
  var isConfirmed: Bool { isConfirmed(by: share) }

  /// Whether they are where it takes one of so many cells.
  func isConfirmed(by share: Int) -> Bool {
    hidden == 0
      && differing.indices.allSatisfy { half in
        share * explained[half].values.reduce(0, +) >= differing[half]
          && examples.indices.allSatisfy {
            Self.isEnough(total(of: PartSet([$0]), half: half), of: differing[half])
          }
      }
  }

  /// Whether a rule explains enough cells to be more than an accident.
  static func isEnough(_ explained: Int, of cells: Int) -> Bool {
    explained >= fewest && explained * leastShare.of >= cells * leastShare.0
  }
}

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

  var count: Int { differing.reduce(0, +) }

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

/// Values of records that are paired by chance, as keys that were dealt anew pair them.
enum ChanceCells {
  /// By which part of all records new ones are moved on: what repeats by one hardly does by the other.
  static let steps = [3.0 / 8, 5.0 / 9]

  /// Each of some things where another one stood, so far before it.
  static func turned<T>(_ all: [T], _ step: Double) -> [T] {
    let start = Int(Double(all.count) * step) + 1
    return all.indices.map { all[($0 + start) % all.count] }
  }

  /// Whether something holds for nearly all of some values that differ, or for some of them, and for far fewer where
  /// each stands beside another one's.
  static func areFewer(than cells: [LearntRule.Example], holds: (LearntRule.Example) -> Bool) -> Bool {
    func share(_ cells: [LearntRule.Example]) -> Double {
      let differing = cells.filter { $0.old != $0.new }
      return Double(differing.count(where: holds)) / Double(max(1, differing.count))
    }
    let own = share(cells)
    let chance = steps.map { step in
      share(zip(cells, turned(cells, step)).map { LearntRule.Example(old: $0.old, new: $1.new) })
    }
    return (chance.min() ?? 1) * (10 * own >= 9 ? 1.5 : 5) < own
  }
}

import Records

/// What all paired values of a column, equal ones as well, say of the rules that come into question for it.
struct ColumnSurvey {
  private let sets: [HypothesisSet]
  /// How many values speak for and against each part of each set.
  private var testimonies: [[(pro: Int, contra: Int)]]
  /// How often a value is the same on both sides.
  private var kept: [Value: Int] = [:]
  private var isOverfull = false
  /// Of columns with more values none says anything about the others.
  private static let most = 1_024

  init(_ sets: [HypothesisSet]) {
    self.sets = sets
    testimonies = sets.map { $0.parts.map { _ in (0, 0) } }
  }

  mutating func add(_ cell: LearntRule.Example) {
    for (number, set) in sets.enumerated() {
      for (place, part) in set.parts.enumerated() {
        switch part.witness?.testimony(cell.old, cell.new) {
        case true?: testimonies[number][place].pro += 1
        case false?: testimonies[number][place].contra += 1
        case nil: break
        }
      }
    }
    guard !isOverfull, cell.old == cell.new else { return }
    kept[cell.old, default: 0] += 1
    isOverfull = kept.count > Self.most
  }

  /// Whether the values bear out a set that explains some cells.
  func bearsOut(_ number: Int, explained: Int) -> Bool {
    zip(sets[number].parts, testimonies[number]).allSatisfy { part, said in
      part.witness?.isEnough(said.pro, said.contra, explained) ?? true
    } && keptApart(by: sets[number]) <= explained
  }

  /// How many records keep values that a set would make one although both sides have them in several spellings.
  private func keptApart(by set: HypothesisSet) -> Int {
    guard !isOverfull, set.parts.contains(where: \.rewrites) else { return 0 }
    var groups: [Value: (all: Int, greatest: Int)] = [:]
    for (value, count) in kept {
      let form = set.rewritten(LearntRule.Example(old: value, new: value)).old
      let group = groups[form] ?? (0, 0)
      groups[form] = (group.all + count, max(group.greatest, count))
    }
    return groups.values.reduce(0) { $0 + $1.all - $1.greatest }
  }
}

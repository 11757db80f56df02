import Comparing
import Records

/// What the cells of a column have said of a hypothesis, in each half of the records.
struct LearningTally {
  private(set) var differing = [0, 0]
  private var explained = [0, 0]
  private var hidden = 0
  private(set) var examples: [LearntRule.Example] = []

  private static let mostExamples = 2
  /// How many cells a rule has to explain in each half.
  static let fewest = 2

  /// How many cells are explained.
  var total: Int { explained.reduce(0, +) }

  mutating func add(_ verdict: Hypothesis.Verdict, _ old: Value, _ new: Value, half: Int) {
    differing[half] += 1
    switch verdict {
    case .different: break
    case .hidden: hidden += 1
    case .explained:
      explained[half] += 1
      if examples.count < Self.mostExamples, !examples.contains(where: { $0.old == old }) {
        examples.append(LearntRule.Example(old: old, new: new))
      }
    }
  }

  /// Whether the rule explains at least half of the cells in each half of the records, and hides nothing else.
  var isConfirmed: Bool {
    hidden == 0
      && explained.indices.allSatisfy {
        explained[$0] >= Self.fewest && 2 * explained[$0] >= differing[$0]
      }
  }
}

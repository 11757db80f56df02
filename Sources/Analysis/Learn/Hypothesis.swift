import Comparing
import Records

/// What may explain how the values of a column differ: a rule, and what it is meant for.
///
/// A rule may hide more than it is meant for, as a tolerance does: so all that it hides is looked at first.
struct Hypothesis {
  let noises: [Noise]
  let change: LearntRule.Change
  private let judge: Judge
  /// Whether two values that the rule hides differ in nothing but what it is meant for.
  private let isMeant: (Value, Value) -> Bool
  /// Whether it may bring two values into the form that another rule makes one; as it is meant for two values where
  /// there is nothing.
  private var mayPrepare: ((Value, Value) -> Bool)?
  /// What all values of the column have to say; `nil` where those that differ say enough.
  private(set) var witness: Witness?

  /// What the values of a column, equal ones as well, say of a hypothesis.
  struct Witness {
    /// Whether a pair of values speaks for it; `nil` where it says nothing.
    let testimony: (Value, Value) -> Bool?
    /// Whether it holds, by how many speak for and against it, of some that it explains.
    var isEnough: (_ pro: Int, _ contra: Int, _ explained: Int) -> Bool = { pro, contra, _ in
      pro >= LearningTally.fewest && contra * 20 <= pro
    }
  }

  private enum Judge {
    case comparator(any Comparator)
    case steps([ComparisonPlan.NormalizerStep])
  }

  init(
    _ noises: [Noise], _ change: LearntRule.Change, _ comparator: any Comparator,
    isMeant: @escaping (Value, Value) -> Bool = { _, _ in true }
  ) {
    (self.noises, self.change, self.isMeant) = (noises, change, isMeant)
    judge = .comparator(comparator)
  }

  /// - Returns: `nil` for steps that cannot be made.
  init?(_ noises: [Noise], _ steps: [LearntRule.Step], isMeant: @escaping (Value, Value) -> Bool) {
    guard let made = try? steps.normalizers else { return nil }
    (self.noises, change, self.isMeant) = (noises, .normalize(steps), isMeant)
    judge = .steps(made)
  }

  /// The hypothesis, which holds only if the values of the column say so.
  func holding(by witness: Witness?) -> Hypothesis {
    var result = self
    result.witness = witness
    return result
  }

  /// The hypothesis, which may bring values into the form that another rule makes one.
  func preparing(where mayPrepare: @escaping (Value, Value) -> Bool = { _, _ in true }) -> Hypothesis {
    var result = self
    result.mayPrepare = mayPrepare
    return result
  }

  func prepares(_ old: Value, _ new: Value) -> Bool { (mayPrepare ?? isMeant)(old, new) }

  enum Verdict {
    /// They stay different.
    case different
    /// They are one, as they should be.
    case explained
    /// They are one, and should not be.
    case hidden
  }

  private var dateFormats: [String] {
    switch change {
    case .date(let formats, _): formats
    default: change.steps.flatMap(\.dateFormats)
    }
  }

  /// The zone that it takes dates without one in.
  var zone: String? { if case .date(_, let zone) = change { zone } else { nil } }

  /// Whether it and another one should not be used for one column: some records would have in one way what others have
  /// in another.
  func contradicts(_ other: Hypothesis) -> Bool {
    noises.contains { $0.isOfOneWay && other.noises.contains($0) }
      || zone != other.zone && !dateFormats.isEmpty && !other.dateFormats.isEmpty
      || DateHypotheses.contradict(dateFormats, other.dateFormats)
  }

  /// What gives values another form; empty for a rule that compares them as they are.
  var steps: [ComparisonPlan.NormalizerStep] { if case .steps(let steps) = judge { steps } else { [] } }

  /// Whether the rule gives values another form.
  var rewrites: Bool { !steps.isEmpty }

  func rewritten(_ value: Value, in side: Side = .source) -> Value { normalized(value, in: side) ?? value }

  /// Whether it gives a value of a cell another form.
  func changes(_ cell: LearntRule.Example) -> Bool {
    rewritten(cell.old, in: .source) != cell.old || rewritten(cell.new, in: .target) != cell.new
  }

  func verdict(_ old: Value, _ new: Value) -> Verdict {
    guard hides(old, new) else { return .different }
    return isMeant(old, new) ? .explained : .hidden
  }

  private func hides(_ old: Value, _ new: Value) -> Bool {
    switch judge {
    case .comparator(let comparator):
      return old.withField { old in new.withField { new in (try? comparator.areEqual(old, new)) ?? false } }
    case .steps:
      guard let old = normalized(old, in: .source), let new = normalized(new, in: .target) else { return false }
      return old == new
    }
  }

  private func normalized(_ value: Value, in side: Side) -> Value? {
    let steps = steps
    guard !steps.isEmpty else { return value }
    let buffer = FieldBuffer()
    value.withField { buffer.load($0) }
    for case .native(let normalizer, let owner) in steps where owner ?? side == side {
      do { try normalizer.normalize(buffer) } catch { return nil }
    }
    return buffer.field.value
  }
}

extension LearntRule.Step {
  fileprivate var dateFormats: [String] {
    switch self {
    case .date(let format): [format]
    case .sided(let sides): Side.allCases.flatMap { sides[$0].flatMap(\.dateFormats) }
    default: []
    }
  }
}

import Records

/// What may explain how the values of one column differ: one hypothesis, or several of which each explains some cells.
struct HypothesisSet {
  /// What rewrites values comes first, as rules have it.
  let parts: [Hypothesis]

  /// Whether it has something for one side alone.
  var isSided: Bool { parts.contains { $0.steps.contains { $0.side != nil } } }

  typealias Outcome = (verdict: Hypothesis.Verdict, part: Int)

  private static let mostParts = 3

  init(_ parts: [Hypothesis]) { self.parts = parts.filter(\.rewrites) + parts.filter { !$0.rewrites } }

  func finding(_ cell: LearntRule.Example) -> Outcome {
    var (old, new) = (cell.old, cell.new)
    for (number, part) in parts.enumerated() {
      let verdict = part.verdict(old, new)
      guard verdict == .different else { return (verdict, number) }
      (old, new) = (part.rewritten(old, in: .source), part.rewritten(new, in: .target))
    }
    return (.different, 0)
  }

  /// What two values say of a part: as the parts before it leave them, or, if those say nothing, as all others do.
  ///
  /// Values that the others make one, and that this part was not needed for, speak of it as equal ones do.
  func testimony(of part: Int, _ cell: LearntRule.Example) -> Bool? {
    guard let witness = parts[part].witness else { return nil }
    let own = Self.rewritten(cell, by: parts[..<part])
    if let said = witness.testimony(own.old, own.new) { return said }
    guard part < parts.count - 1 else { return nil }
    let rest = Self.rewritten(own, by: parts[(part + 1)...])
    return witness.testimony(rest.old, rest.new)
  }

  /// A cell as rules that are added see it.
  func rewritten(_ cell: LearntRule.Example) -> LearntRule.Example { Self.rewritten(cell, by: parts[...]) }

  private static func rewritten(_ cell: LearntRule.Example, by parts: ArraySlice<Hypothesis>) -> LearntRule.Example {
    parts.reduce(cell) { cell, part in
      LearntRule.Example(old: part.rewritten(cell.old, in: .source), new: part.rewritten(cell.new, in: .target))
    }
  }

  // MARK: Making

  /// The sets that some cells suggest.
  ///
  /// First each hypothesis that explains half of them, then the one that explains most with others for what it leaves.
  /// None hides anything else in these cells.
  static func all(for cells: [LearntRule.Example], with more: [Hypothesis]) -> [HypothesisSet] {
    let single = promising(Hypotheses.all(for: cells) + more, beside: [], cells)
    var sets = single.filter { 2 * $0.explained >= cells.count }.map(\.set)
    guard var best = single.firstGreatest else { return [] }
    while best.set.parts.count < mostParts {
      let left = cells.filter { best.set.finding($0).verdict == .different }
      let others = Hypotheses.all(for: left.map(best.set.rewritten))
      let next = promising(others, beside: best.set.parts, cells).firstGreatest
      guard let next, LearningTally.isEnough(next.explained - best.explained, of: cells.count) else { break }
      best = next
      if 2 * best.explained >= cells.count { sets.append(best.set) }
    }
    return sets
  }

  fileprivate typealias Promise = (set: HypothesisSet, explained: Int)

  /// Those of some hypotheses that explain enough cells, and hide nothing else in any.
  private static func promising(_ hypotheses: [Hypothesis], beside others: [Hypothesis], _ cells: [LearntRule.Example])
    -> [Promise]
  {
    let formats = others.flatMap(\.dateFormats)
    return hypotheses.compactMap { hypothesis in
      guard !DateHypotheses.contradict(hypothesis.dateFormats, formats) else { return nil }
      let set = HypothesisSet(others + [hypothesis])
      var explained = 0
      for cell in cells {
        switch set.finding(cell).verdict {
        case .explained: explained += 1
        case .hidden: return nil
        case .different: break
        }
      }
      return LearningTally.isEnough(explained, of: cells.count) ? (set, explained) : nil
    }
  }

  // MARK: Rules

  /// The rules that the set stands for: one for each field of a rules file.
  func rules(for column: String, _ tally: LearningTally) -> [LearntRule] {
    [true, false].compactMap { rewrites in
      let numbers = parts.indices.filter { parts[$0].rewrites == rewrites }
      guard let change = LearntRule.Change(numbers.map { parts[$0].change }) else { return nil }
      return LearntRule(
        column: column, noises: numbers.flatMap { parts[$0].noises }, change: change, differing: tally.count,
        explained: numbers.reduce(0) { $0 + tally.total(of: $1) }, examples: numbers.flatMap { tally.examples[$0] })
    }
  }
}

extension [HypothesisSet.Promise] {
  /// The one that explains most; the first of equals.
  fileprivate var firstGreatest: Element? {
    reduce(nil) { best, next in next.explained > best?.explained ?? 0 ? next : best }
  }
}

extension LearntRule.Change {
  /// Several changes of one field as one; `nil` for none.
  fileprivate init?(_ changes: [LearntRule.Change]) {
    let steps = changes.flatMap { change in
      if case .normalize(let steps) = change { steps } else { [LearntRule.Step]() }
    }
    guard let first = changes.first else { return nil }
    self = !steps.isEmpty ? .normalize(steps) : changes.count == 1 ? first : .any(changes)
  }
}

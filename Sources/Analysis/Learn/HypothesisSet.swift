import Comparing
import Records

/// What may explain how the values of one column differ: one hypothesis, or several of which each explains some cells.
struct HypothesisSet {
  /// What rewrites values comes first, as rules have it.
  let parts: [Hypothesis]

  /// Whether it has something for one side alone.
  var isSided: Bool { parts.contains { $0.steps.contains { $0.side != nil } } }

  /// What a set says of two values, and which of its parts it takes to make them one.
  struct Outcome {
    var verdict = Hypothesis.Verdict.different
    var parts: PartSet = []
  }

  /// Of so many cells it has to explain one: of every other, or where it says no more than that spelling means nothing,
  /// of some.
  var share: Int { parts.allSatisfy { $0.noises.allSatisfy(\.isPlain) } ? 5 : 2 }

  private static let mostParts = 3

  init(_ parts: [Hypothesis]) { self.parts = parts.filter(\.rewrites) + parts.filter { !$0.rewrites } }

  func finding(_ cell: LearntRule.Example) -> Outcome {
    var outcome = Outcome(verdict: .different)
    guard let last = last(cell, without: nil) else { return outcome }
    (outcome.verdict, outcome.parts) = (last.verdict, PartSet([last.part]))
    guard last.part > 0, last.verdict == .explained else { return outcome }
    var own = cell
    for number in 0..<last.part {
      let next = rewritten(own, by: parts[number...number])
      // What it takes to bring values into this form must be meant for them, too.
      if next.old != own.old || next.new != own.new, self.last(cell, without: number)?.verdict != .explained {
        outcome.parts.formUnion(PartSet([number]))
        if !parts[number].prepares(own.old, own.new) { outcome.verdict = .hidden }
      }
      own = next
    }
    return outcome
  }

  /// The part that makes two values one after the parts before it, but for one; `nil` where none does.
  private func last(_ cell: LearntRule.Example, without omitted: Int?) -> (part: Int, verdict: Hypothesis.Verdict)? {
    var cell = cell
    for (number, part) in parts.enumerated() where number != omitted {
      let verdict = part.verdict(cell.old, cell.new)
      guard verdict == .different else { return (number, verdict) }
      cell = rewritten(cell, by: parts[number...number])
    }
    return nil
  }

  /// What two values say of a part: as the parts before it leave them, or, if those say nothing, as all others do.
  ///
  /// Values that the others make one, and that this part was not needed for, speak of it as equal ones do.
  func testimony(of part: Int, _ cell: LearntRule.Example) -> Bool? {
    guard let witness = parts[part].witness else { return nil }
    let own = rewritten(cell, by: parts[..<part])
    if let said = witness.testimony(own.old, own.new) { return said }
    guard part < parts.count - 1 else { return nil }
    let rest = rewritten(own, by: parts[(part + 1)...])
    return witness.testimony(rest.old, rest.new)
  }

  /// A cell as rules that are added see it.
  func rewritten(_ cell: LearntRule.Example) -> LearntRule.Example { rewritten(cell, by: parts[...]) }

  private func rewritten(_ cell: LearntRule.Example, by parts: ArraySlice<Hypothesis>) -> LearntRule.Example {
    parts.reduce(cell) { cell, part in
      LearntRule.Example(old: part.rewritten(cell.old, in: .source), new: part.rewritten(cell.new, in: .target))
    }
  }

  // MARK: Making

  /// The sets that some cells suggest.
  ///
  /// First each hypothesis that explains half of them, then the one that explains most with others for what it leaves,
  /// then those that it takes others for that make none one by themselves. None hides anything else in these cells.
  static func all(for cells: [LearntRule.Example], with others: [Hypothesis]) -> [HypothesisSet] {
    let single = promising(Hypotheses.all(for: cells) + others, beside: [], cells)
    let more = single.firstGreatest.map { grown($0, most: mostParts, cells).dropFirst() } ?? []
    let sets = single + more
    let most = sets.map(\.explained).max() ?? 0
    let chains = nearlyAll * most < (nearlyAll - 1) * cells.count ? chains(cells) : []
    return (sets + chains).filter { $0.set.share * $0.explained >= cells.count }.map(\.set)
  }

  /// One cell of so many may be an edit.
  private static let nearlyAll = 20

  /// A set, and what it becomes with one more hypothesis for what it leaves, as long as that explains more.
  private static func grown(_ first: Promise, most: Int, _ cells: [LearntRule.Example]) -> [Promise] {
    var found = [first]
    var best = first
    while best.set.parts.count < most {
      let left = cells.filter { best.set.finding($0).verdict == .different }
      let others = Hypotheses.all(for: left.map(best.set.rewritten))
      let next = promising(others, beside: best.set.parts, cells).firstGreatest
      guard let next, LearningTally.isEnough(next.explained - best.explained, of: cells.count) else { break }
      best = next
      found.append(best)
    }
    return found
  }

  // MARK: Chains

  private static let chainCells = 40, mostPreparations = 6, longestChain = 4
  /// In more bytes no chain is looked for, which rewrites them hundreds of times: it is one of names and amounts.
  private static let mostChainBytes = 8 << 10

  /// Sets of which some parts bring values into the form that another one makes one, though none is one by them alone:
  /// `SMITH, ANN` and `Ann Smith`, `(EUR 1.234,50)` and `-1234.5`.
  ///
  /// One or two of a few are tried on some cells, and only where those have letters or digits in common.
  private static func chains(_ cells: [LearntRule.Example]) -> [Promise] {
    let step = max(1, cells.count / chainCells)
    let some = stride(from: 0, to: cells.count, by: step).map { cells[$0] }
    guard some.size <= mostChainBytes, 2 * some.count(where: Characters.areShared) >= some.count else { return [] }
    let preparations = Array(Hypotheses.preparations(some).prefix(mostPreparations))
    // Two may be one too many for all cells, of which few need the second.
    let found = [preparations.map { [$0] }, preparations.eachTwo].compactMap { best(of: $0, some) }
    return found.flatMap { set -> [Promise] in
      guard let last = set.parts.last, let chain = promising([last], beside: set.parts.dropLast(), cells).first
      else { return [] }
      return grown(chain, most: longestChain, cells)
    }
  }

  /// What makes most of some cells one after one of some preparations, if that is half of them.
  private static func best(of preparations: [[Hypothesis]], _ cells: [LearntRule.Example]) -> HypothesisSet? {
    preparations.compactMap { parts in
      let prepared = cells.map(HypothesisSet(parts).rewritten).filter { $0.old != $0.new }
      return promising(Hypotheses.all(for: prepared), beside: parts, cells).firstGreatest
    }.filter { 2 * $0.explained >= cells.count }.firstGreatest?.set
  }

  fileprivate typealias Promise = (set: HypothesisSet, explained: Int)

  /// Those of some hypotheses that explain enough cells, and hide nothing else in any.
  private static func promising(
    _ hypotheses: [Hypothesis], beside others: some Collection<Hypothesis>, _ cells: [LearntRule.Example]
  ) -> [Promise] {
    hypotheses.compactMap { hypothesis in
      guard !others.contains(where: hypothesis.contradicts) else { return nil }
      let set = HypothesisSet(Array(others) + [hypothesis])
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
        column: column, noises: numbers.flatMap { parts[$0].noises }.eachOnce, change: change, differing: tally.count,
        explained: tally.total(of: PartSet(numbers)), examples: numbers.flatMap { tally.examples[$0] }.eachOnce)
    }
  }
}

extension RandomAccessCollection where Index == Int {
  /// Each two elements, in their order.
  var eachTwo: [[Element]] { indices.flatMap { first in self[(first + 1)...].map { [self[first], $0] } } }
}

/// Some parts of a set, by their places.
struct PartSet: OptionSet, Hashable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ parts: [Int]) { rawValue = parts.reduce(0) { $0 | 1 << UInt8(truncatingIfNeeded: $1) } }
}

/// The letters and digits of a text, whatever their order and case.
private struct Characters {
  /// Whether two values have the same letters and digits, or at least the same digits.
  ///
  /// Zeros may fill numbers up, and an `e` stands for an umlaut.
  static func areShared(_ cell: LearntRule.Example) -> Bool {
    let (old, new) = (Characters(cell.old), Characters(cell.new))
    return !old.all.isEmpty && old.all == new.all || !old.digits.isEmpty && old.digits == new.digits
  }

  private let all, digits: [UInt8]

  private init(_ value: Value) {
    let buffer = FieldBuffer()
    value.withField { buffer.load($0) }
    SpellingNormalizer(.ascii).normalize(buffer)
    TextNormalizer(.lower).normalize(buffer)
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    all = buffer.bytes.filter { (letters.contains($0) || $0.isDigit) && !"e0".utf8.contains($0) }.sorted()
    digits = all.filter(\.isDigit)
  }
}

extension Array where Element: Hashable {
  /// Each element once, where it comes first.
  fileprivate var eachOnce: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
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
    let steps = changes.flatMap(\.steps)
    guard let first = changes.first else { return nil }
    self = !steps.isEmpty ? .normalize(steps) : changes.count == 1 ? first : .any(changes)
  }
}

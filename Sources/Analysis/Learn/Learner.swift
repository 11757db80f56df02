import Comparing
import Records
import StagedDiff

/// Learns rules from what differs between two inputs.
///
/// Records are divided in two halves by a hash of their keys. Rules are made up from some cells of the first half;
/// every cell that differs, of both halves, then says what a rule explains and what it would hide besides. One that
/// would hide anything else anywhere is not proposed, and neither is one that explains less than half of the cells in
/// either half.
package struct Learner {
  private let comparison: Comparison
  private let worker: ComparisonWorker
  /// The numbers of the compared columns that rules may be learned for.
  private let columns: [Int]

  /// How many cells of a column rules are made up from.
  private static let sample = 5_000

  /// - Throws: What a rule throws.
  private init(_ comparison: Comparison) throws {
    self.comparison = comparison
    worker = comparison.takeWorker()
    try worker.prepare()
    columns = comparison.comparedColumns.indices.filter {
      Self.mayLearn(comparison.comparedColumns[$0], comparison.plan)
    }
  }

  /// Whether rules may be learned for a column: one of both sides that has none.
  static func mayLearn(_ column: ResolvedPlan.Column, _ given: ComparisonPlan) -> Bool {
    column.source != nil && column.target != nil && !column.isMasked && column.name != RuleSet.everyColumn
      && !given.isRuled(column.name)
      && given.normalizers[column.name] == nil && given.usualSteps.isEmpty
  }

  /// Whether a rule would be proposed that explains half of the cells of a column that differ, each with its half.
  static func proposes(
    for cells: [(cell: LearntRule.Example, half: Int)], in plan: ComparisonPlan,
    isBorneOut: (_ set: HypothesisSet, _ explained: Int) throws -> Bool
  ) rethrows -> Bool {
    let sets = sets(for: cells.filter { $0.half == 0 }.map(\.cell), with: [], in: plan)
    return try sets.contains { set in
      let tally = LearningTally(set, of: cells)
      return try tally.isConfirmed(by: 2) && isBorneOut(set, tally.total)
    }
  }

  /// What some cells suggest; no comparator where that would take the place of the tolerance of all columns.
  private static func sets(for cells: [LearntRule.Example], with codes: [Hypothesis], in plan: ComparisonPlan)
    -> [HypothesisSet]
  {
    HypothesisSet.all(for: cells, with: codes).filter { !plan.hasUsualTolerance || $0.parts.allSatisfy(\.rewrites) }
  }

  /// Columns of both sides that rules keep from being looked at.
  private var leftAlone: [String] {
    let looked = Set(columns.map { comparison.comparedColumns[$0].name })
    let key = Set(comparison.key.columns ?? [])
    // Of some, places inside are looked at.
    let inside = comparison.plan.opened + comparison.plan.renames.map(\.value)
    return comparison.columns.common.map(\.name).filter { name in
      !looked.contains(name) && !key.contains(name) && !inside.contains { $0.hasPrefix("\(name).") }
    }
  }

  private func keyHasGaps() throws -> Bool {
    try Side.allCases.contains { side in
      guard comparison.tables[side].mayLackFields else { return false }
      return try (0..<comparison.orders[side].count).contains { try comparison.comparedKey(side, $0).hasGap }
    }
  }

  /// Some keys of each side, where none has a partner.
  private func keysApart() throws -> Sides<[String]>? {
    guard comparison.pairing.pairedCount == 0, let columns = comparison.key.columns, !columns.isEmpty,
      Side.allCases.allSatisfy({ comparison.orders[$0].count > 0 })
    else { return nil }
    let isMasked = columns.contains(where: comparison.plan.isMasked)
    return try Sides { side in
      isMasked
        ? []
        : try (0..<min(Self.shownKeys, comparison.orders[side].count)).map {
          Change.describe(try comparison.comparedKey(side, $0))
        }
    }
  }

  private static let shownKeys = 2

  /// Learns rules from two tables under those that are given.
  ///
  /// - Throws: `ComparisonError` where the plan does not fit, or what a rule throws.
  /// - Complexity: That of a few comparisons, and O(*b*) for *b* bytes of records that differ; columns that rules may
  ///   be proposed for are read once more, and those that may hold codes twice. Of records without a partner it takes
  ///   O(*n* log *n*).
  package static func learn(source: RecordTable, target: RecordTable, plan: ComparisonPlan) throws -> LearntRules {
    let (keyed, comparison, renames) = try pairs(source: source, target: target, plan: plan)
    let learner = try Learner(comparison)
    defer { comparison.put(back: learner.worker) }
    var learnt = LearntRules(
      key: plan.hasKey ? keyed.comparison.key : keyed.comparison.key.asFound, keyHasGaps: try learner.keyHasGaps(),
      paired: comparison.pairing.pairedCount,
      unmatched: Sides(source: comparison.columns.deleted, target: comparison.columns.inserted),
      leftAlone: learner.leftAlone, keysApart: try learner.keysApart())
    learnt.rules = renames + keyed.rules
    if comparison.key.columns?.isEmpty == true, !plan.hasMask { learnt.repeated = RepeatedRecords(source, target) }
    let isPlain = learnt.rules.isEmpty
    let chosen = try learner.learn(&learnt)
    learnt.updated.before = try learner.updated(without: renames, keyed.comparison)
    learnt.isKeyDoubtful = try isPlain && learner.isKeyDoubtful(learnt, chosen)
    return learnt
  }

  /// How many records of the pairs are updated where columns under two names are not compared.
  private func updated(without renames: [LearntRule], _ keyed: Comparison) throws -> Int {
    let joining = renames.filter { !$0.isOfKey }
    guard !joining.isEmpty else { return comparison.summary.updated }
    var plan = keyed.plan(identifiedAs: keyed.key)
    for rule in joining { plan.renames[rule.column] = nil }
    return try Comparison(source: comparison.source, target: comparison.target, plan: plan).summary.updated
  }

  /// The pairs that rules are learned from: by the key as it is learned, and then with columns joined.
  static func pairs(source: RecordTable, target: RecordTable, plan: ComparisonPlan) throws
    -> (keyed: KeyLearning, comparison: Comparison, renames: [LearntRule])
  {
    let columns = ColumnJoining(source: source, target: target, plan: plan)
    let keyed = try columns.learnedKey()
    let (comparison, renames) = try columns.joined(keyed.comparison)
    return (keyed, comparison, renames)
  }

  /// Whether a key pairs records of which nearly all differ in every column with values, no more alike than others are, and
  /// no rule says more of these pairs than of any: keys that were dealt anew do.
  private func isKeyDoubtful(_ learnt: LearntRules, _ chosen: [Int: Confirmed]) throws -> Bool {
    // Of keys that are dealt at random, one or another stays with its record.
    func isNearlyAll(_ count: Int) -> Bool { 20 * count >= 19 * learnt.paired }
    guard comparison.key.isFound, learnt.paired >= Self.fewestDoubtful, isNearlyAll(learnt.updated.after),
      // One place inside may be all that differs.
      try !comparison.updatedPairs.prefix(Self.fewestDoubtful).contains(where: holdsObjects)
    else { return false }
    let differing = comparison.updatedPairs.lazy.flatMap(\.differing).counted()
    let counts = columns.map { differing[Int32(truncatingIfNeeded: $0)] ?? 0 }
    guard counts.contains(where: isNearlyAll), counts.allSatisfy({ 2 * $0 > learnt.paired }) else { return false }
    let some = Array(comparison.updatedPairs(every: max(1, learnt.paired / Self.sample)))
    return try !chosen.contains { number, rule in
      ChanceCells.areFewer(than: try some.map { try cell(number, $0) }) { rule.set.finding($0).verdict == .explained }
    }
  }

  private static let fewestDoubtful = 20

  /// Whether values of a pair are objects or lists, be they compared as such.
  private func holdsObjects(_ pair: ComparedPair) throws -> Bool {
    try comparison.comparedColumns.indices.contains { number in
      let cell = try cell(number, pair)
      return cell.old.isNested || cell.new.isNested
    }
  }

  // MARK: Cells

  /// Calls `body` with every cell that differs: its column, its pair, and the half that this is in.
  private func forEachDifference(_ body: (_ column: Int, _ pair: ComparedPair, _ half: Int) throws -> Void) throws {
    let wanted = Set(columns.map { Int32(truncatingIfNeeded: $0) })
    for pair in comparison.updatedPairs {
      let half = try half(pair)
      for number in pair.differing where wanted.contains(number) { try body(Int(number), pair, half) }
    }
  }

  /// The half of a pair, by a hash of its key that is the same in every run.
  private func half(_ pair: ComparedPair) throws -> Int {
    Self.half(try comparison.comparedKey(.target, pair.targetOffset))
  }

  static func half(_ key: [Value]) -> Int {
    Int(HashSecrets.fixed.hash(of: Array(Change.describe(key).utf8)) >> 32 & 1)
  }

  private func cell(_ number: Int, _ pair: ComparedPair) throws -> LearntRule.Example {
    try worker.cell(of: comparison.comparedColumns[number], pair.source, pair.target)
  }

  // MARK: Learning

  /// Learns the rules of columns, and returns from what they were made.
  private func learn(_ learnt: inout LearntRules) throws -> [Int: Confirmed] {
    var candidates: [Int: [HypothesisSet]] = [:]
    let samples = try samples()
    let codes = try codes(samples)
    for number in columns {
      guard let cells = samples[number] else { continue }
      candidates[number] = Self.sets(for: cells, with: codes[number].map { [$0] } ?? [], in: comparison.plan)
    }
    let chosen = try chosen(try confirmed(candidates))
    let notes = try notes(beside: chosen.mapValues(\.0), samples)
    for number in columns {
      learnt.notes += notes[number]?.notes(of: comparison.comparedColumns[number].name) ?? []
      guard let (set, tally) = chosen[number] else { continue }
      learnt.rules += set.rules(for: comparison.comparedColumns[number].name, tally)
    }
    learnt.updatedJoined = comparison.summary.updated
    learnt.updated.after = try updated(with: chosen.mapValues(\.0))
    // A rule for one side also makes two of some.
    for (number, confirmed) in chosen where !confirmed.set.isSided {
      let name = comparison.comparedColumns[number].name
      for index in learnt.rules.indices where learnt.rules[index].change == .rename(name) {
        learnt.rules[index].explainedWithRules = learnt.rules[index].explained + confirmed.tally.total
      }
    }
    return chosen
  }

  /// How many records differ under the rules of columns.
  ///
  /// A rule for one side can also make equal values differ.
  private func updated(with rules: [Int: HypothesisSet]) throws -> Int {
    func differs(_ number: Int, _ pair: ComparedPair, _ set: HypothesisSet) throws -> Bool {
      set.finding(try cell(number, pair)).verdict == .different
    }
    let sided = rules.filter(\.value.isSided)
    return try comparison.comparedPairs.count { pair in
      let differing = pair.differing.map(Int.init)
      let isLeft = try differing.contains { number in try rules[number].map { try differs(number, pair, $0) } ?? true }
      return try isLeft
        || sided.contains { number, set in try !differing.contains(number) && differs(number, pair, set) }
    }
  }

  /// Cells of the first half by column, evenly spread over all of them.
  private func samples() throws -> [Int: [LearntRule.Example]] {
    var counts: [Int: Int] = [:]
    try forEachDifference { number, _, half in counts[number, default: 0] += half == 0 ? 1 : 0 }
    var seen: [Int: Int] = [:]
    var samples: [Int: [LearntRule.Example]] = [:]
    try forEachDifference { number, pair, half in
      guard half == 0 else { return }
      let index = seen[number, default: 0]
      seen[number] = index + 1
      guard index % max(1, (counts[number] ?? 0) / Self.sample) == 0 else { return }
      samples[number, default: []].append(try cell(number, pair))
    }
    return samples
  }

  private typealias Confirmed = (set: HypothesisSet, tally: LearningTally)

  /// For each column the sets that hold on all of the cells that differ.
  private func confirmed(_ candidates: [Int: [HypothesisSet]]) throws -> [Int: [Confirmed]] {
    var tallies = candidates.mapValues { $0.map { LearningTally($0) } }
    try forEachDifference { number, pair, half in
      guard let sets = candidates[number], !sets.isEmpty else { return }
      let cell = try cell(number, pair)
      for (index, set) in sets.enumerated() { tallies[number]?[index].add(set.finding(cell), cell, half: half) }
    }
    var confirmed: [Int: [Confirmed]] = [:]
    for (number, sets) in candidates {
      let holding = zip(sets, tallies[number] ?? []).filter { $1.isConfirmed }
      if !holding.isEmpty { confirmed[number] = holding.map { ($0, $1) } }
    }
    return confirmed
  }

  /// For each column the set that explains most cells, of those that all values bear out; the first of equals.
  private func chosen(_ confirmed: [Int: [Confirmed]]) throws -> [Int: Confirmed] {
    var surveys = confirmed.mapValues { ColumnSurvey($0.map(\.set)) }
    for pair in comparison.comparedPairs {
      for number in confirmed.keys { surveys[number]?.add(try cell(number, pair)) }
    }
    var chosen: [Int: Confirmed] = [:]
    for (number, sets) in confirmed {
      for (index, candidate) in sets.enumerated() where candidate.tally.total > chosen[number]?.tally.total ?? 0 {
        guard surveys[number]?.bearsOut(index, explained: candidate.tally.total) == true else { continue }
        chosen[number] = candidate
      }
    }
    return chosen
  }

  /// What is to be known of the cells that the rules leave.
  private func notes(beside rules: [Int: HypothesisSet], _ samples: [Int: [LearntRule.Example]]) throws
    -> [Int: NoteTally]
  {
    var tallies = samples.mapValues { NoteTally($0) }
    try forEachDifference { number, pair, _ in
      let cell = try cell(number, pair)
      let isLeft = rules[number].map { $0.finding(cell).verdict == .different } ?? true
      tallies[number, default: NoteTally()].add(cell, isLeft: isLeft)
    }
    return tallies
  }

  // MARK: Codes

  private static let mostCodes = 400

  /// What maps codes, for the columns whose cells have few different values.
  private func codes(_ samples: [Int: [LearntRule.Example]]) throws -> [Int: Hypothesis] {
    let few = samples.filter { Set($1.map { "\($0.old) \($0.new)" }).count <= Self.mostCodes }.map(\.key)
    guard !few.isEmpty else { return [:] }
    var tallies = Dictionary(uniqueKeysWithValues: few.map { ($0, CodeTally()) })
    for pair in comparison.comparedPairs {
      let half = try half(pair)
      for number in few where tallies[number]?.isOverfull == false {
        let cell = try cell(number, pair)
        tallies[number]?.add(cell.old, cell.new, half: half)
      }
    }
    return tallies.compactMapValues(\.hypothesis)
  }
}

extension ComparisonWorker {
  /// The values of a compared column in two records after its normalizers.
  func cell(of column: ResolvedPlan.Column, _ source: Int, _ target: Int) throws -> LearntRule.Example {
    LearntRule.Example(old: try value(of: column, .source, source), new: try value(of: column, .target, target))
  }
}

extension KeyChoice {
  /// The columns as those of a search, after which rules were learned for them.
  fileprivate var asFound: KeyChoice { if case .given(let columns) = self { .found(columns) } else { self } }
}

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
      for index in set.parts.indices {
        switch set.testimony(of: index, cell) {
        case true?: testimonies[number][index].pro += 1
        case false?: testimonies[number][index].contra += 1
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

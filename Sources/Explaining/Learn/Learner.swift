import Comparing
import Probing
import Records
import StagedDiff

/// Learns rules from what differs between two inputs.
///
/// Records are divided in two halves by a hash of their keys. Rules are made up from some cells of the first half; every
/// cell that differs, of both halves, then says what a rule explains and what it would hide besides. One that would hide
/// anything else anywhere is not proposed, and neither is one that explains less than half of the cells in either half.
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
    let given = comparison.plan
    columns = comparison.comparedColumns.indices.filter { number in
      let column = comparison.comparedColumns[number]
      return column.source != nil && column.target != nil && !column.isMasked
        && given.comparators[column.name] == nil && given.normalizers[column.name] == nil
    }
  }

  /// Learns rules from two tables under those that are given.
  ///
  /// - Throws: `ComparisonError` where the plan does not fit, or what a rule throws.
  /// - Complexity: That of two comparisons, and O(*b*) for *b* bytes of records that differ; columns that may hold codes are
  ///   read once more.
  package static func learn(
    source: RecordTable, target: RecordTable, plan: ComparisonPlan
  ) throws -> LearntRules {
    let first = try Comparison(source: source, target: target, plan: plan)
    let renames = try renames(first)
    var comparison = first
    if !renames.isEmpty {
      var plan = plan
      plan.identity = first.key.columns.map { $0.isEmpty ? .record : .columns($0) } ?? plan.identity
      for rename in renames {
        if case .rename(let new) = rename.change { plan.renames[rename.column] = new }
      }
      comparison = try Comparison(source: source, target: target, plan: plan)
    }
    var learnt = LearntRules(key: first.key, paired: comparison.pairing.pairedCount)
    learnt.rules = renames
    let learner = try Learner(comparison)
    defer { comparison.put(back: learner.worker) }
    try learner.learn(&learnt)
    return learnt
  }

  // MARK: Renames

  private static let renamedShare = 0.9

  private static func renames(_ comparison: Comparison) throws -> [LearntRule] {
    let pairing = comparison.pairing
    let step = max(1, pairing.pairedCount / sample)
    let pairs = pairing.targetToSource.enumerated().filter { $1 >= 0 }.map { target, source in
      (source: comparison.orders.source[Int(source)], target: comparison.orders.target[target])
    }
    let some = stride(from: 0, to: pairs.count, by: step).map { pairs[$0] }
    return try RenameSearch(comparison.collections).suggestions(pairs: some).compactMap { found in
      guard let agreement = found.agreement, agreement >= renamedShare,
        !comparison.plan.isMasked(found.old), !comparison.plan.isMasked(found.new)
      else { return nil }
      return LearntRule(
        column: found.old, noises: [.renamed], change: .rename(found.new), differing: some.count,
        explained: Int((agreement * Double(some.count)).rounded()), examples: [])
    }
  }

  // MARK: Cells

  /// Calls `body` with the place of every cell that differs: the column, the record's offset in the target, and the half
  /// that it is in.
  private func forEachPlace(_ body: (_ column: Int, _ target: Int, _ half: Int) throws -> Void)
    rethrows
  {
    let wanted = Set(columns.map { Int32(truncatingIfNeeded: $0) })
    for place in comparison.differences.targets.indices {
      let target = Int(comparison.differences.targets[place])
      let half = half(target)
      for number in comparison.differences.columns(at: place) where wanted.contains(number) {
        try body(Int(number), target, half)
      }
    }
  }

  /// The half of a record, by a hash of its key that is the same in every run.
  private func half(_ target: Int) -> Int {
    let key = Change.describe(comparison.comparedKey(.target, target))
    return Int(HashSecrets.fixed.hash(of: Array(key.utf8)) >> 32 & 1)
  }

  private func values(_ number: Int, _ target: Int) throws -> (old: Value, new: Value) {
    let column = comparison.comparedColumns[number]
    let source = Int(comparison.pairs.source(of: Int32(truncatingIfNeeded: target)))
    func value(_ side: Side, _ offset: Int) throws -> Value {
      guard let place = column.place(in: side) else { return .absent }
      return try worker.readers[side].field(comparison.orders[side][offset], place).value
    }
    return (try value(.source, source), try value(.target, target))
  }

  // MARK: Learning

  private func learn(_ learnt: inout LearntRules) throws {
    var candidates: [Int: [Hypothesis]] = [:]
    let samples = try samples()
    let codes = try codes(samples)
    for number in columns {
      guard let cells = samples[number] else { continue }
      let made = Hypotheses.all(for: cells) + (codes[number].map { [$0] } ?? [])
      candidates[number] = made.filter { isPromising($0, cells) }
    }
    let chosen = try confirmed(candidates)
    for number in columns {
      guard let (hypothesis, tally) = chosen[number] else { continue }
      learnt.rules.append(
        LearntRule(
          column: comparison.comparedColumns[number].name, noises: hypothesis.noises,
          change: hypothesis.change, differing: tally.differing.reduce(0, +),
          explained: tally.total, examples: tally.examples))
    }
    learnt.updated = (comparison.summary.updated, try left(chosen.mapValues(\.0)))
  }

  /// Cells of the first half by column, evenly spread over all of them.
  private func samples() throws -> [Int: [LearntRule.Example]] {
    var counts: [Int: Int] = [:]
    forEachPlace { number, _, half in counts[number, default: 0] += half == 0 ? 1 : 0 }
    var seen: [Int: Int] = [:]
    var samples: [Int: [LearntRule.Example]] = [:]
    try forEachPlace { number, target, half in
      guard half == 0 else { return }
      let place = seen[number, default: 0]
      seen[number] = place + 1
      guard place % max(1, (counts[number] ?? 0) / Self.sample) == 0 else { return }
      let (old, new) = try values(number, target)
      samples[number, default: []].append(LearntRule.Example(old: old, new: new))
    }
    return samples
  }

  /// Whether a hypothesis explains half of some cells, and hides nothing else there.
  private func isPromising(_ hypothesis: Hypothesis, _ cells: [LearntRule.Example]) -> Bool {
    var explained = 0
    for cell in cells {
      switch hypothesis.verdict(cell.old, cell.new) {
      case .explained: explained += 1
      case .hidden: return false
      case .different: break
      }
    }
    return explained >= LearningTally.fewest && 2 * explained >= cells.count
  }

  /// For each column the hypothesis that explains most cells, of those that hold on all of them; the first of equals.
  private func confirmed(
    _ candidates: [Int: [Hypothesis]]
  ) throws -> [Int: (Hypothesis, LearningTally)] {
    var tallies = candidates.mapValues { $0.map { _ in LearningTally() } }
    try forEachPlace { number, target, half in
      guard let hypotheses = candidates[number], !hypotheses.isEmpty else { return }
      let (old, new) = try values(number, target)
      for (place, hypothesis) in hypotheses.enumerated() {
        let verdict = hypothesis.verdict(old, new)
        tallies[number]?[place].add(verdict, old, new, half: half)
      }
    }
    var chosen: [Int: (Hypothesis, LearningTally)] = [:]
    for (number, hypotheses) in candidates {
      for (hypothesis, tally) in zip(hypotheses, tallies[number] ?? [])
      where tally.isConfirmed && tally.total > chosen[number]?.1.total ?? 0 {
        chosen[number] = (hypothesis, tally)
      }
    }
    return chosen
  }

  /// How many records stay updated with some rules.
  private func left(_ rules: [Int: Hypothesis]) throws -> Int {
    var left = 0
    for (place, target) in comparison.differences.targets.enumerated() {
      let isExplained = try comparison.differences.columns(at: place).allSatisfy { number in
        guard let rule = rules[Int(number)] else { return false }
        let values = try values(Int(number), Int(target))
        return rule.verdict(values.old, values.new) == .explained
      }
      left += isExplained ? 0 : 1
    }
    return left
  }

  // MARK: Codes

  /// What maps codes, for the columns whose cells have few different values.
  private func codes(_ samples: [Int: [LearntRule.Example]]) throws -> [Int: Hypothesis] {
    let few = samples.filter { Set($1.map { "\($0.old) \($0.new)" }).count <= 64 }.map(\.key)
    guard !few.isEmpty else { return [:] }
    var tallies = Dictionary(uniqueKeysWithValues: few.map { ($0, CodeTally()) })
    for (target, source) in comparison.pairing.targetToSource.enumerated() where source >= 0 {
      let half = half(target)
      for number in few where tallies[number]?.isSpent == false {
        let values = try values(number, target)
        tallies[number]?.add(values.old, values.new, half: half)
      }
    }
    return tallies.compactMapValues { tally in
      let codes = tally.codes
      guard !codes.isEmpty else { return nil }
      let meant = Dictionary(uniqueKeysWithValues: codes.map { ($0.old, $0.new) })
      return Hypothesis([.codes], [.map(codes)]) { meant[$0.description] == $1.description }
    }
  }
}

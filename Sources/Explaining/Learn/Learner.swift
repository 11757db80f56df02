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
        && given.usualSteps.isEmpty
    }
  }

  /// Learns rules from two tables under those that are given.
  ///
  /// - Throws: `ComparisonError` where the plan does not fit, or what a rule throws.
  /// - Complexity: That of up to three comparisons, and O(*b*) for *b* bytes of records that differ; columns that may hold
  ///   codes are read once more. Of records without a partner it takes O(*n* log *n*).
  package static func learn(
    source: RecordTable, target: RecordTable, plan: ComparisonPlan
  ) throws -> LearntRules {
    let keyed = try KeyLearning(
      try Comparison(source: source, target: target, plan: plan), source, target)
    let renames = try renames(keyed.comparison)
    var comparison = keyed.comparison
    if !renames.isEmpty {
      var plan = comparison.plan(identifiedAs: comparison.key)
      for rename in renames {
        if case .rename(let new) = rename.change { plan.renames[rename.column] = new }
      }
      comparison = try Comparison(source: source, target: target, plan: plan)
    }
    var learnt = LearntRules(key: keyed.comparison.key, paired: comparison.pairing.pairedCount)
    learnt.rules = keyed.rules + renames
    let learner = try Learner(comparison)
    defer { comparison.put(back: learner.worker) }
    try learner.learn(&learnt)
    try comparison.checkRules()
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
    Self.half(comparison.asking([]) { try comparison.comparedKey(.target, target) })
  }

  /// The half of records with a key.
  static func half(_ key: [Value]) -> Int {
    Int(HashSecrets.fixed.hash(of: Array(Change.describe(key).utf8)) >> 32 & 1)
  }

  private func cell(_ number: Int, _ target: Int) throws -> LearntRule.Example {
    let column = comparison.comparedColumns[number]
    let source = Int(comparison.pairs.source(of: Int32(truncatingIfNeeded: target)))
    func value(_ side: Side, _ offset: Int) throws -> Value {
      guard let place = column.place(in: side) else { return .absent }
      return try worker.readers[side].field(comparison.orders[side][offset], place).value
    }
    return LearntRule.Example(old: try value(.source, source), new: try value(.target, target))
  }

  // MARK: Learning

  private func learn(_ learnt: inout LearntRules) throws {
    var candidates: [Int: [HypothesisSet]] = [:]
    let samples = try samples()
    let codes = try codes(samples)
    for number in columns {
      guard let cells = samples[number] else { continue }
      candidates[number] = HypothesisSet.all(for: cells, with: codes[number].map { [$0] } ?? [])
    }
    let chosen = try confirmed(candidates)
    for number in columns {
      guard let (set, tally) = chosen[number] else { continue }
      learnt.rules += set.rules(for: comparison.comparedColumns[number].name, tally)
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
      samples[number, default: []].append(try cell(number, target))
    }
    return samples
  }

  /// For each column the set that explains most cells, of those that hold on all of them; the first of equals.
  private func confirmed(
    _ candidates: [Int: [HypothesisSet]]
  ) throws -> [Int: (HypothesisSet, LearningTally)] {
    var tallies = candidates.mapValues { $0.map { LearningTally(parts: $0.parts.count) } }
    try forEachPlace { number, target, half in
      guard let sets = candidates[number], !sets.isEmpty else { return }
      let cell = try cell(number, target)
      for (place, set) in sets.enumerated() {
        tallies[number]?[place].add(set.finding(cell), cell, half: half)
      }
    }
    var chosen: [Int: (HypothesisSet, LearningTally)] = [:]
    for (number, sets) in candidates {
      for (set, tally) in zip(sets, tallies[number] ?? [])
      where tally.isConfirmed && tally.total > chosen[number]?.1.total ?? 0 {
        chosen[number] = (set, tally)
      }
    }
    return chosen
  }

  /// How many records stay updated with some rules.
  private func left(_ rules: [Int: HypothesisSet]) throws -> Int {
    var left = 0
    for (place, target) in comparison.differences.targets.enumerated() {
      let isExplained = try comparison.differences.columns(at: place).allSatisfy { number in
        guard let set = rules[Int(number)] else { return false }
        return set.finding(try cell(Int(number), Int(target))).verdict == .explained
      }
      left += isExplained ? 0 : 1
    }
    return left
  }

  // MARK: Codes

  private static let mostCodes = 400

  /// What maps codes, for the columns whose cells have few different values.
  private func codes(_ samples: [Int: [LearntRule.Example]]) throws -> [Int: Hypothesis] {
    let few = samples.filter {
      Set($1.map { "\($0.old) \($0.new)" }).count <= Self.mostCodes
    }.map(\.key)
    guard !few.isEmpty else { return [:] }
    var tallies = Dictionary(uniqueKeysWithValues: few.map { ($0, CodeTally()) })
    for (target, source) in comparison.pairing.targetToSource.enumerated() where source >= 0 {
      let half = half(target)
      for number in few where tallies[number]?.isSpent == false {
        let cell = try cell(number, target)
        tallies[number]?.add(cell.old, cell.new, half: half)
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

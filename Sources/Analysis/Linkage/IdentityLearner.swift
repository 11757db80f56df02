import Comparing
import Platform
import Records

/// Learns an identity by score from two inputs, with labelled pairs or without.
///
/// Candidate columns and blocks are made up from the values; ``LinkageModel`` says what their likeness is worth. Labels
/// take part as pairs of which it is known what they are, and decide where the threshold lies.
package struct IdentityLearner {
  private struct Pair {
    let source: Int32
    let target: Int32
    let pattern: UInt64
    /// The blocks that have it.
    let blocks: UInt64
  }

  private let input: ComparisonInput
  private let candidates: LinkageColumns
  private let table: ScoreTable
  private var pairs: [Pair] = []
  private var model: LinkageModel
  private var labels: [LabelledPairs.Pair: Bool] = [:]
  private let counts: Sides<Int>
  /// What pairs drawn at random are like: for each column the shares of its levels.
  private let random: [[Double]]
  /// For each column how many of all pairs have both values, and in how many these are equal.
  private let present: [Double]
  private let equal: [Double]

  private static let mostPairs = 4_000_000
  private static let drawnPairs = 10_000

  /// Reads both inputs and compares the pairs of all candidate blocks.
  ///
  /// - Parameter input: What is compared; its identity is left out of account.
  /// - Throws: ``IdentityLearningError`` where there is nothing to learn from, and what rules throw.
  /// - Complexity: O(*c n*) for *n* records and *c* candidate columns and blocks.
  package init(_ input: ComparisonInput, labels: LabelledPairs?) throws {
    self.input = input
    candidates = try LinkageColumns(input)
    counts = Sides { input.orders[$0].count }
    guard !candidates.columns.isEmpty, !candidates.blocks.isEmpty else { throw IdentityLearningError.nothingShared }
    let rule = try ScoredMatching(
      blocks: candidates.blocks.map(\.matching), by: candidates.columns.map { .init($0.name, $0.comparator) })
    table = try ScoreTable(input.identified(by: .columns(rule.columns), permitsGaps: true), rule)
    (random, equal, present) = try Self.drawn(table, counts, columns: candidates.columns.count)
    let total = Double(counts.source) * Double(counts.target)
    model = LinkageModel(other: random, matches: Double(min(counts.source, counts.target)) / 2, total: total)
    try comparePairs()
    if let labels {
      let offsets = Sides { side in
        Dictionary(uniqueKeysWithValues: (0..<input.orders[side].count).map { (input.orders[side][$0], $0) })
      }
      for (pair, isSame) in labels.labels {
        guard let source = offsets.source[pair.source], let target = offsets.target[pair.target] else { continue }
        self.labels[.init(source: source, target: target)] = isSame
      }
    }
    fit()
  }

  private mutating func comparePairs() throws {
    let table = table
    let work = table.blocks.enumerated().flatMap { place, blocks in blocks.map { (place, $0) } }
    var size = 0
    let most = work.prefix { _, block in
      size += block.records.source.count * block.records.target.count
      return size <= Self.mostPairs
    }
    let meter = input.plan.run.meter
    let found = try Parallel.map(count: most.count, workers: input.plan.run.workers, grain: 1) { range in
      var (pairs, measure): ([Pair], _) = ([], LikenessMeasure())
      for (place, block) in most[range] {
        try meter?.check()
        try table.forEachPair(place, block) { source, target in
          pairs.append(
            Pair(
              source: source, target: target, pattern: try table.pattern(Int(source), Int(target), &measure),
              blocks: table.sharedBlocks(Int(source), Int(target))))
        }
      }
      return pairs
    }
    pairs = Array(found.joined())
    guard !pairs.isEmpty else { throw IdentityLearningError.nothingShared }
  }

  /// What pairs drawn at random are like, and of how many pairs of all both values are there, or equal.
  private static func drawn(_ table: ScoreTable, _ counts: Sides<Int>, columns: Int) throws -> (
    shares: [[Double]], equal: [Double], present: [Double]
  ) {
    var tallies = [[Double]](repeating: [0, 0, 0], count: columns)
    // The same pairs in every run.
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(max(count, 1)))
    }
    var measure = LikenessMeasure()
    for _ in 0..<drawnPairs {
      let pattern = try table.pattern(next(counts.source), next(counts.target), &measure)
      for column in 0..<columns {
        let level = LinkageModel.level(pattern, column)
        if level < LinkageModel.levels { tallies[column][level] += 1 }
      }
    }
    let exact = (0..<columns).map(table.equalPairs)
    let shares = tallies.map { tally in
      let whole = tally.reduce(0, +) + 1.5
      return tally.map { ($0 + 0.5) / whole }
    }
    return (shares, exact.map(\.equal), exact.map(\.present))
  }

  // MARK: Fitting

  /// Fits the model to the pairs and labels, until the number of pairs of one record settles.
  private mutating func fit() {
    let blocks = patternBlocks()
    let columns = Array(candidates.columns.indices)
    for round in 0..<6 {
      model.fit(blocks)
      let (weights, odds) = (model.weights, model.odds)
      var found = 0.0
      var equalSame = [Double](repeating: 0, count: candidates.columns.count)
      for pair in pairs {
        let probability =
          known(pair).map { $0 ? 1.0 : 0 }
          ?? 1 / (1 + exp2(-odds - LinkageModel.sum(pair.pattern, weights, columns)))
        found += probability
        guard probability > 1e-3 else { continue }
        for column in equalSame.indices where LinkageModel.level(pair.pattern, column) == 0 {
          equalSame[column] += probability
        }
      }
      let matches = min(found, Double(min(counts.source, counts.target)))
      let before = model.matches
      model.update(matches: matches, other: others(without: equalSame))
      if round > 1, abs(matches - before) < 1e-3 * before { break }
    }
    model.fit(blocks)
  }

  /// What pairs of different records are like: as pairs drawn at random, but for what is equal, which all pairs tell.
  private func others(without equalSame: [Double]) -> [[Double]] {
    random.indices.map { column in
      let whole = max(present[column] - equalSame[column], 1)
      let equal = max(equal[column] - equalSame[column], 0.02 * equal[column], 0.5)
      let share = min(0.9, max(equal / whole, Self.leastShare))
      let rest = max(random[column][1] + random[column][2], 1e-9)
      return [share] + random[column][1...].map { max($0 / rest * (1 - share), Self.leastShare) }
    }
  }

  /// No evidence is surer than so many records tell.
  private static let leastShare = 1.0 / 20_000

  private func known(_ pair: Pair) -> Bool? {
    labels.isEmpty ? nil : labels[.init(source: Int(pair.source), target: Int(pair.target))]
  }

  private func patternBlocks() -> [LinkageModel.Block] {
    candidates.blocks.enumerated().map { number, block in
      var counts: [UInt64: (count: Double, sure: Double)] = [:]
      for pair in pairs where pair.blocks >> UInt64(number) & 1 == 1 {
        switch known(pair) {
        case nil: counts[pair.pattern, default: (0, 0)].count += 1
        case true?: counts[pair.pattern, default: (0, 0)].sure += 1
        case false?: break
        }
      }
      let named = Set(block.parts.map(\.column))
      return LinkageModel.Block(
        counts: counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value.count, $0.value.sure) },
        columns: candidates.columns.indices.filter { !named.contains(candidates.columns[$0].name) })
    }
  }

  // MARK: Questions

  /// The pair whose answer would tell most: one that is as likely as not, of a pattern that many pairs have; `nil`
  /// where none is in doubt.
  package var question: (source: Int, target: Int, probability: Double)? {
    var groups: [UInt64: (count: Double, first: Pair)] = [:]
    for pair in pairs where known(pair) == nil {
      groups[pair.pattern, default: (0, pair)].count += 1
    }
    let asked = Set(pairs.filter { known($0) != nil }.map(\.pattern))
    let best = groups.map {
      pattern, group -> (gain: Double, probability: Double, group: (count: Double, first: Pair)) in
      let probability = model.probability(pattern)
      let doubt = min(probability, 1 - probability)
      return (doubt * group.count.squareRoot() / (asked.contains(pattern) ? 4 : 1), probability, group)
    }.max {
      ($0.gain, $1.group.first.source, $1.group.first.target) < ($1.gain, $0.group.first.source, $0.group.first.target)
    }
    guard let best, best.gain > 0.005 else { return nil }
    let first = best.group.first
    return (input.orders.source[Int(first.source)], input.orders.target[Int(first.target)], best.probability)
  }

  /// Takes an answer about two records, by their numbers, and fits anew.
  package mutating func answer(_ source: Int, _ target: Int, isSame: Bool) {
    guard let source = (0..<counts.source).first(where: { input.orders.source[$0] == source }),
      let target = (0..<counts.target).first(where: { input.orders.target[$0] == target })
    else { return }
    labels[.init(source: source, target: target)] = isSame
    fit()
  }

  // MARK: Rules

  /// The identity that the pairs speak for.
  package func learnt() throws -> LearntIdentity {
    let blocks = chosenBlocks()
    let kept = pairs.filter { pair in blocks.contains { pair.blocks >> UInt64($0) & 1 == 1 } }
    let columns = chosenColumns()
    let (weights, odds) = (model.weights, model.odds)
    let scored = kept.map { pair in
      (pair: pair, probability: 1 / (1 + exp2(-odds - LinkageModel.sum(pair.pattern, weights, columns))))
    }
    let made = Self.assigned(scored.map { ($0.pair.source, $0.pair.target, $0.probability) })
    let same = max(model.matches / (1 - missedShare), 1)
    let (threshold, count, right) = threshold(made, same)
    return LearntIdentity(
      blocks: blocks.map { candidates.blocks[$0] },
      columns: columns.map { column in
        LearntIdentity.Column(
          column: candidates.columns[column], equal: model.weight(column, 0), alike: model.weight(column, 1),
          different: model.weight(column, 2))
      }, odds: model.odds, threshold: threshold, pairs: count, precision: count == 0 ? 0 : right / Double(count),
      recall: min(1, right / same),
      labels: (same: labels.values.count { $0 }, different: labels.values.count { !$0 }), records: counts)
  }

  /// The share of pairs of one record that no candidate block has, as far as columns are independent.
  private var missedShare: Double {
    let total = Double(counts.source) * Double(counts.target)
    let missed = candidates.blocks.filter { $0.parts.count == 1 && !$0.parts[0].isSound }.reduce(1.0) { share, block in
      guard let column = candidates.columns.firstIndex(where: { $0.name == block.parts[0].column }) else {
        return share
      }
      return share * (1 - model.same[column][0] * present[column] / max(total, 1))
    }
    return min(missed, 0.9)
  }

  /// The columns that tell enough, the most telling first.
  private func chosenColumns() -> [Int] {
    let worth = candidates.columns.indices.map { column -> Double in
      (0..<LinkageModel.levels).reduce(0) { $0 + model.same[column][$1] * model.weight(column, $1) }
    }
    return worth.indices.filter { worth[$0] > 0.3 }.sorted { (-worth[$0], $0) < (-worth[$1], $1) }.prefix(
      Self.mostColumns
    )
    .map { $0 }
  }

  private static let mostColumns = 12
  private static let mostBlocks = 6
  private static let leastGain = 0.0001

  /// The blocks that find most pairs, one after another, as long as one finds some that the others do not.
  private func chosenBlocks() -> [Int] {
    var chosen: [Int] = []
    let (weights, odds, columns) = (model.weights, model.odds, Array(candidates.columns.indices))
    var left = pairs.compactMap { pair -> (blocks: UInt64, weight: Double)? in
      let probability =
        known(pair).map { $0 ? 1.0 : 0 } ?? 1 / (1 + exp2(-odds - LinkageModel.sum(pair.pattern, weights, columns)))
      return probability > 0.1 ? (pair.blocks, probability) : nil
    }
    let whole = left.reduce(0) { $0 + $1.weight }
    while chosen.count < Self.mostBlocks, !left.isEmpty {
      var gains = [Double](repeating: 0, count: candidates.blocks.count)
      for (blocks, weight) in left {
        for number in gains.indices where blocks >> UInt64(number) & 1 == 1 { gains[number] += weight }
      }
      guard let best = gains.indices.max(by: { (gains[$0], $1) < (gains[$1], $0) }),
        gains[best] > Self.leastGain * whole
      else {
        break
      }
      chosen.append(best)
      left.removeAll { $0.blocks >> UInt64(best) & 1 == 1 }
    }
    return chosen
  }

  /// The pairs that come first for both their records, each record once, with their probabilities.
  private static func assigned(_ scored: [(Int32, Int32, Double)]) -> [(
    source: Int32, target: Int32, probability: Double
  )] {
    var taken = Sides<Set<Int32>>(source: [], target: [])
    var made: [(source: Int32, target: Int32, probability: Double)] = []
    for (source, target, probability) in scored.filter({ $0.2 > 0.02 }).sorted(by: {
      ($1.2, $0.0, $0.1) < ($0.2, $1.0, $1.1)
    }) {
      guard !taken.source.contains(source), !taken.target.contains(target) else { continue }
      taken.source.insert(source)
      taken.target.insert(target)
      made.append((source, target, probability))
    }
    return made
  }

  /// The threshold by which F1 is highest: by labels where some speak against it, and as is to be expected otherwise.
  ///
  /// - Parameter wanted: How many pairs there are to be made.
  private func threshold(_ made: [(source: Int32, target: Int32, probability: Double)], _ wanted: Double) -> (
    Double, Int, Double
  ) {
    var (best, right, count) = (-1.0, 0.0, 0)
    var chosen = (threshold: 0.5, count: 0, right: 0.0)
    var wrong = labels.isEmpty ? 0 : labels.values.count { $0 }
    for (number, pair) in made.enumerated() {
      right += pair.probability
      count += 1
      if let label = labels[.init(source: Int(pair.source), target: Int(pair.target))] { wrong += label ? -1 : 1 }
      let next = number + 1 < made.count ? made[number + 1].probability : 0
      // Between two that a file tells apart to two digits.
      let threshold = (100 * (pair.probability + next) / 2).rounded() / 100
      guard next < threshold, threshold <= pair.probability, threshold >= 0.02, threshold < 1 else { continue }
      let score = 2 * right / (Double(count) + wanted) - Double(wrong) / Double(max(labels.count, 1))
      if score > best { (best, chosen) = (score, (threshold, count, right)) }
    }
    return chosen
  }
}

/// An identity by score that was learned, and what it is expected to do.
package struct LearntIdentity: Sendable {
  package struct Column: Sendable {
    package let column: LinkageColumn
    /// Evidence in bits.
    package let equal: Double
    package let alike: Double
    package let different: Double
  }

  package let blocks: [LinkageBlock]
  /// The most telling first.
  package let columns: [Column]
  package let odds: Double
  package let threshold: Double
  /// How many pairs it makes, and which share of them, and of all that there are, is estimated to be right.
  package let pairs: Int
  package let precision: Double
  package let recall: Double
  package let labels: (same: Int, different: Int)
  package let records: Sides<Int>
}

/// Why there is no identity to learn.
package enum IdentityLearningError: Error {
  case nothingShared

  package var message: String {
    "no identity can be learned: the two inputs have no column of which enough values are on both sides"
  }
}

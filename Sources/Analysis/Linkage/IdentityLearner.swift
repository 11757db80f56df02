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
  /// The patterns of all pairs, ascending, and for each pair the place of its own.
  private var patterns: [UInt64] = []
  private var places: [Int32] = []
  /// For each pair how likely its records are the same, where each record has one partner at most.
  private var chances: [Double] = []
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
    patterns = Set(pairs.map(\.pattern)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: patterns.enumerated().map { ($1, Int32(truncatingIfNeeded: $0)) })
    places = pairs.map { numbers[$0.pattern] ?? 0 }
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
    for round in 0..<Self.mostRounds {
      weigh()
      var found = 0.0
      var equalSame = [Double](repeating: 0, count: candidates.columns.count)
      for (pair, chance) in zip(pairs, chances) {
        found += chance
        guard chance > 1e-3 else { continue }
        for column in equalSame.indices where LinkageModel.level(pair.pattern, column) == 0 {
          equalSame[column] += chance
        }
      }
      let matches = min(found, Double(min(counts.source, counts.target)))
      let before = model.matches
      model.update(matches: matches, other: others(without: equalSame))
      model.fit(patternBlocks())
      if round > 1, abs(matches - before) < 1e-3 * before { break }
    }
    weigh()
  }

  private static let mostRounds = 6

  /// Says how likely each pair is the same.
  ///
  /// What speaks for other pairs of its records speaks against it: of two people who live together, each is taken for
  /// themselves, and neither for the other.
  private mutating func weigh() {
    let odds = patterns.map { exp2(model.sum($0)) }
    var all = Sides { [Double](repeating: 0, count: counts[$0]) }
    chances = zip(pairs, places).map { pair, place in
      known(pair).map { $0 ? Self.sureOdds : 0 } ?? odds[Int(place)]
    }
    for (pair, own) in zip(pairs, chances) {
      all.source[Int(pair.source)] += own
      all.target[Int(pair.target)] += own
    }
    for (index, pair) in pairs.enumerated() {
      let own = chances[index]
      chances[index] = own / (1 + max(all.source[Int(pair.source)] + all.target[Int(pair.target)] - own, own))
    }
  }

  /// What a label says, in odds.
  private static let sureOdds = 1e30

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
    let none = (count: 0.0, chance: 0.0, sure: 0.0)
    var tallies = candidates.blocks.map { _ in
      [(count: Double, chance: Double, sure: Double)](repeating: none, count: patterns.count)
    }
    for (index, pair) in pairs.enumerated() {
      let (place, label) = (Int(places[index]), known(pair))
      guard label != false else { continue }
      var blocks = pair.blocks
      while blocks != 0 {
        let number = blocks.trailingZeroBitCount
        blocks &= blocks - 1
        if label == nil {
          tallies[number][place].count += 1
          tallies[number][place].chance += chances[index]
        } else {
          tallies[number][place].sure += 1
        }
      }
    }
    let alone = patterns.map(model.probability)
    return zip(candidates.blocks, tallies).map { block, tally in
      let named = Set(block.parts.map(\.column))
      return LinkageModel.Block(
        counts: patterns.indices.filter { tally[$0].count + tally[$0].sure > 0 }.map { place in
          let own = tally[place]
          let share = own.chance / max(own.count * alone[place], 1e-300)
          return .init(pattern: patterns[place], count: own.count, share: min(1, share), sure: own.sure)
        },
        columns: candidates.columns.indices.filter { !named.contains(candidates.columns[$0].name) })
    }
  }

  // MARK: Rules

  /// The identity that the pairs speak for.
  package func learnt() throws -> LearntIdentity {
    let (blocks, columns) = (chosenBlocks(), chosenColumns())
    guard !blocks.isEmpty, !columns.isEmpty else { throw IdentityLearningError.noEvidence }
    let (weights, odds) = (model.weights, model.odds)
    let probabilities = patterns.map { 1 / (1 + exp2(-odds - LinkageModel.sum($0, weights, columns))) }
    let kept = blocks.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    let scored = pairs.indices.filter { pairs[$0].blocks & kept != 0 }.map { index in
      Scored(pair: pairs[index], probability: probabilities[Int(places[index])], chance: chances[index])
    }
    let made = Self.assigned(scored)
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

  /// The share of pairs of one record that no candidate block has.
  private var missedShare: Double {
    let total = max(Double(counts.source) * Double(counts.target), 1)
    return min(0.9, candidates.missed(agreeing: model.same.indices.map { model.same[$0][0] * present[$0] / total }))
  }

  /// The columns that tell enough, the most telling first.
  private func chosenColumns() -> [Int] {
    let worth = candidates.columns.indices.map { column -> Double in
      (0..<LinkageModel.levels).reduce(0) { $0 + model.same[column][$1] * model.weight(column, $1) }
    }
    let order = worth.indices.filter { worth[$0] > 0.3 }.sorted { worth[$0] > worth[$1] }
    return Array(order.prefix(Self.mostColumns))
  }

  private static let mostColumns = 12
  private static let mostBlocks = 6
  private static let leastGain = 0.0001

  /// The blocks that find most pairs, one after another, as long as one finds some that the others do not.
  private func chosenBlocks() -> [Int] {
    var chosen: [Int] = []
    var left = zip(pairs, chances).compactMap { pair, chance in
      chance > 0.1 ? (blocks: pair.blocks, weight: chance) : nil
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

  /// A pair with its probability by the rules, which look at it alone, and how likely it is beside others.
  private struct Scored {
    let pair: Pair
    let probability: Double
    let chance: Double
  }

  /// The pairs that come first for both their records, each record once.
  private static func assigned(_ scored: [Scored]) -> [Scored] {
    var taken = Sides<Set<Int32>>(source: [], target: [])
    let order = scored.filter { $0.probability > 0.02 }.sorted {
      ($1.probability, $0.pair.source, $0.pair.target) < ($0.probability, $1.pair.source, $1.pair.target)
    }
    return order.filter { one in
      guard !taken.source.contains(one.pair.source), !taken.target.contains(one.pair.target) else { return false }
      taken.source.insert(one.pair.source)
      taken.target.insert(one.pair.target)
      return true
    }
  }

  /// The threshold by which F1 is highest: by labels where some speak against it, and as is to be expected otherwise.
  ///
  /// - Parameter wanted: How many pairs there are to be made.
  private func threshold(_ made: [Scored], _ wanted: Double) -> (Double, Int, Double) {
    var (best, right, count) = (-1.0, 0.0, 0)
    var chosen = (threshold: 0.5, count: 0, right: 0.0)
    var wrong = labels.isEmpty ? 0 : labels.values.count { $0 }
    for (number, pair) in made.enumerated() {
      right += pair.chance
      count += 1
      if let label = known(pair.pair) { wrong += label ? -1 : 1 }
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

package enum IdentityLearningError: Error {
  case nothingShared
  case noEvidence

  package var message: String {
    switch self {
    case .nothingShared:
      "no identity can be learned: the two inputs have no column of which enough values are on both sides"
    case .noEvidence: "no identity can be learned: no pair of records is more alike than two records are by chance"
    }
  }
}

import Platform
import Records

/// Pairs records of one block by how much several of their columns say together.
package struct ScoredMatching: Sendable {
  /// What records of one block share: a column's value, after its own normalizers and then these.
  package struct BlockPart: Sendable {
    package let column: String
    package let steps: [any Normalizer]

    package init(_ column: String, _ steps: [any Normalizer] = []) { (self.column, self.steps) = (column, steps) }

    package var words: String {
      column + (steps.isEmpty ? "" : " (\(steps.map(\.summary).joined(separator: ", ")))")
    }
  }

  package struct Column: Sendable {
    package let name: String
    package let comparator: any Comparator
    package let weight: Weight

    package init(_ name: String, _ comparator: any Comparator, _ weight: Weight = .share(1)) {
      (self.name, self.comparator, self.weight) = (name, comparator, weight)
    }
  }

  /// What a column counts for.
  package enum Weight: Sendable, Equatable {
    /// Its part of a mean of likenesses.
    case share(Double)
    /// By how many bits it raises or lowers the odds that two records are the same: I. P. Fellegi and A. B. Sunter, "A
    /// theory for record linkage", Journal of the American Statistical Association 64, 1969
    /// (doi:10.1080/01621459.1969.10501049).
    case evidence(equal: Double, alike: Double, different: Double)
  }

  /// What two values of a column are to each other.
  package enum Level: Int, Sendable, CaseIterable {
    case equal, alike, different
    /// One of the two, or both, has no value.
    case missing
  }

  /// What becomes of records for which several partners come into question.
  package enum Ambiguity: String, Sendable, CaseIterable {
    /// They stay without a partner, and are reported.
    case report
    case error
  }

  /// Records that share all parts of one of these are compared.
  package let blocks: [[BlockPart]]
  package let by: [Column]
  /// The score, from 0 to 1, from which on two records pair.
  package let threshold: Double
  /// The odds in bits that two records of a block are the same, before any column is looked at.
  package let odds: Double
  /// By how much the best partner has to be ahead of the next: in bits of evidence, or of the mean.
  package let margin: Double
  package let maxBlock: Int
  package let ambiguity: Ambiguity
  /// Whether it is the whole identity, and no pass behind a key.
  package private(set) var isAlone = false

  package static let usualThreshold = 0.9
  private static let blockSizes = 2...10_000

  /// - Parameters:
  ///   - odds: In bits; 0 if not said. Only evidence has some.
  ///   - margin: 2 bits, or 0.02 of the mean, if not said.
  /// - Throws: `OptionError` for what it cannot use.
  package init(
    blocks: [[BlockPart]], by: [Column], threshold: Double = usualThreshold, odds: Double? = nil,
    margin: Double? = nil, maxBlock: Int = NearMatching.usualBlock, ambiguity: String = Ambiguity.report.rawValue
  ) throws(OptionError) {
    let function = "identity.score"
    guard !blocks.isEmpty, blocks.allSatisfy({ !$0.isEmpty }) else {
      throw OptionError(function, .nothingGiven("column of the block"))
    }
    guard !by.isEmpty else { throw OptionError(function, .nothingGiven("column to compare")) }
    guard Self.blockSizes.contains(maxBlock) else {
      throw OptionError(function, .outOfRange("max_block", maxBlock, Self.blockSizes))
    }
    let shares = by.compactMap { if case .share(let share) = $0.weight { share } else { nil } }
    guard shares.isEmpty || shares.count == by.count else { throw OptionError(function, .mixedWeights) }
    guard shares.allSatisfy({ $0 > 0 && $0.isFinite }), by.allSatisfy(\.weight.isFinite), odds?.isFinite ?? true else {
      throw OptionError(function, .notAWeight)
    }
    let isEvidence = shares.isEmpty
    guard threshold > 0, isEvidence ? threshold < 1 : threshold <= 1 else {
      throw OptionError(function, .notAShare("threshold", got: threshold))
    }
    guard odds == nil || isEvidence else { throw OptionError(function, .mixedWeights) }
    guard let ambiguity = Ambiguity(rawValue: ambiguity) else {
      throw OptionError(
        function, .unknownWord("ambiguous", got: ambiguity, known: Ambiguity.allCases.map(\.rawValue)))
    }
    let ahead = margin ?? (isEvidence ? 2 : 0.02)
    guard ahead > 0, ahead.isFinite else { throw OptionError(function, .notAMargin(ahead)) }
    (self.blocks, self.by, self.threshold, self.odds) = (blocks, by, threshold, odds ?? 0)
    (self.margin, self.maxBlock, self.ambiguity) = (ahead, maxBlock, ambiguity)
  }

  /// Whether columns count by evidence, and not as shares of a mean.
  package var isByEvidence: Bool { if case .share = by[0].weight { false } else { true } }

  /// All columns that it looks at, each once: those that count first.
  package var columns: [String] { (by.map(\.name) + blocks.joined().map(\.column)).unique }

  package var summary: String {
    "score of \(by.map(\.name).joined(separator: ", ")) of at least \(threshold), of one \(blockWords)"
  }

  var blockWords: String { blocks.map { $0.map(\.words).joined(separator: ", ") }.joined(separator: " or ") }

  // MARK: Scores

  /// What the sum of all columns has to come to.
  package var least: Double { isByEvidence ? log2(threshold / (1 - threshold)) : threshold }

  /// The score, from 0 to 1, that a sum stands for.
  package func score(of sum: Double) -> Double { isByEvidence ? 1 / (1 + exp2(-sum)) : sum }

  /// The same, as the whole identity.
  package var alone: ScoredMatching {
    var alone = self
    alone.isAlone = true
    return alone
  }

  /// What columns say together, given the likeness of each.
  ///
  /// - Returns: `nil` where so much is missing that there is no score: less than half of a mean.
  package func sum(_ grades: [Grade]) -> Double? {
    var (sum, present, whole) = (isByEvidence ? odds : 0, 0.0, 0.0)
    for (column, grade) in zip(by, grades) {
      let share = if case .share(let share) = column.weight { share } else { 0.0 }
      whole += share
      guard grade.level != .missing else { continue }
      present += share
      sum += column.points(grade)
    }
    guard !isByEvidence else { return sum }
    return present > 0 && 2 * present >= whole ? sum / present : nil
  }

  /// What two values of a column are to each other.
  package struct Grade: Sendable, Equatable {
    package let level: Level
    /// From 0 to 1.
    package let likeness: Double
  }
}

extension ScoredMatching.Column {
  /// What a grade adds to the sum.
  package func points(_ grade: ScoredMatching.Grade) -> Double {
    switch (weight, grade.level) {
    case (_, .missing): 0
    case (.share(let share), _): share * grade.likeness
    case (.evidence(let equal, _, _), .equal): equal
    case (.evidence(_, let alike, _), .alike): alike
    case (.evidence(_, _, let different), .different): different
    }
  }

  /// The most that it can add to a sum of evidence.
  var most: Double {
    if case .evidence(let equal, let alike, let different) = weight { max(equal, alike, different, 0) } else { 0 }
  }
}

extension ScoredMatching.Weight {
  fileprivate var isFinite: Bool {
    if case .evidence(let equal, let alike, let different) = self {
      return equal.isFinite && alike.isFinite && different.isFinite
    }
    return true
  }
}

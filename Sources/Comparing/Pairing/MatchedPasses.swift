/// Which pass of an identity has paired which records.
package struct MatchedPasses: Sendable {
  package struct Pass: Sendable {
    /// What it goes by, in words: `id`, `function`, `name within 2 edits, of one postcode`.
    package let name: String
    package internal(set) var paired = 0
    /// How many identities occurred more than once among the records that it was left.
    var repeated = 0
    /// What came as near as others, by the offsets of both records; no record of these has a partner by this pass.
    package internal(set) var ambiguous: [AmbiguousPair] = []
    /// What it did not compare.
    var omissions = NearMatches.Omissions()
  }

  /// Two records that a pass has not paired, since one of them has another that comes as near.
  package struct AmbiguousPair: Sendable {
    package let source: Int32
    package let target: Int32
    package let nearness: Nearness
  }

  /// What has paired two records.
  package struct Match: Sendable, Equatable {
    /// The pass, counted from 1.
    package let pass: Int
    /// How near the two are; `nil` where a pass pairs equal identities.
    package let nearness: Nearness?
  }

  /// How near two records are: by their texts, or by a score.
  package struct Nearness: Sendable, Equatable {
    /// How many code points have to be inserted, deleted or replaced; `nil` of a score.
    package let distance: Int?
    /// The share of the longer text that stays, or the score, in thousandths, rounded.
    package let thousandths: Int

    init(distance: Int, length: Int) {
      self.distance = distance
      thousandths = length == 0 ? 1000 : (2000 * (length - distance) + length) / (2 * length)
    }

    /// - Parameter score: From 0 to 1.
    package init(score: Double) {
      distance = nil
      thousandths = Int((1000 * min(max(score, 0), 1)).rounded())
    }

    /// The share as a number from 0 to 1.
    package var score: Double { Double(thousandths) / 1000 }
  }

  package internal(set) var passes: [Pass]
  /// What a later pass than the first has paired, by the offset in the target.
  private var later: [Int32: Match] = [:]

  init(_ plan: ComparisonPlan, pairedFirst: Int) {
    guard plan.aloneScore == nil else {
      passes = []
      return
    }
    let first: String
    switch plan.identity {
    case .columns(let names): first = names.joined(separator: ", ")
    case .automatic, .record, .script: first = "function"
    }
    passes = [Pass(name: first, paired: pairedFirst)]
  }

  /// What has paired the record at an offset in the target, which has a partner.
  package func match(of target: Int32) -> Match { later[target] ?? Match(pass: 1, nearness: nil) }

  mutating func add(_ target: Int32, _ nearness: Nearness?) {
    later[target] = Match(pass: passes.count, nearness: nearness)
    passes[passes.count - 1].paired += 1
  }
}

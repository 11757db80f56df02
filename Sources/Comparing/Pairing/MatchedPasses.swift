/// Which pass of an identity has paired which records.
package struct MatchedPasses: Sendable {
  package struct Pass: Sendable {
    /// What it goes by, in words: `id`, `function`, `name within 2 edits, of one postcode`.
    package let name: String
    package internal(set) var paired = 0
    /// How many identities occurred more than once among the records that it was left.
    var repeated = 0
    /// What it did not compare.
    var omissions = NearMatches.Omissions()
  }

  /// What has paired two records.
  package struct Match: Sendable, Equatable {
    /// The pass, counted from 1.
    package let pass: Int
    /// How near the two are; `nil` where a pass pairs equal identities.
    package let nearness: Nearness?
  }

  /// How near two texts are.
  package struct Nearness: Sendable, Equatable {
    /// How many code points have to be inserted, deleted or replaced.
    package let distance: Int
    package let length: Int

    /// The share of the longer text that stays, in thousandths, rounded.
    package var thousandths: Int { length == 0 ? 1000 : (2000 * (length - distance) + length) / (2 * length) }

    /// The share as a number from 0 to 1.
    package var score: Double { Double(thousandths) / 1000 }
  }

  package internal(set) var passes: [Pass]
  /// What a later pass than the first has paired, by the offset in the target.
  private var later: [Int32: Match] = [:]

  init(_ plan: ComparisonPlan, pairedFirst: Int) {
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

import Records
import TestSupport
import Testing

@testable import Comparing

/// Identities by score: against slow and obvious code, and in files whose records stand in any order.
@Suite struct ScoreTests {
  private struct Row: Hashable {
    var name: String
    var town: String
    var born: String
    var note: Int
    var line: String { "\(name),\(town),\(born),\(note)\n" }
  }

  private func rows(_ random: inout SeededGenerator, _ base: Int) -> [Row] {
    (0..<Int.random(in: 0...14, using: &random)).map { number in
      Row(
        name: (0..<Int.random(in: 0...4, using: &random)).map { _ in
          ["a", "b", "ö"].randomElement(using: &random) ?? ""
        }.joined(), town: ["", "x", "y"].randomElement(using: &random) ?? "",
        born: ["", "1990", "1991"].randomElement(using: &random) ?? "", note: base + number)
    }
  }

  private static func rule(byEvidence: Bool, maxBlock: Int = 1000) throws -> ScoredMatching {
    let weights: [ScoredMatching.Weight] =
      byEvidence
      ? [.evidence(equal: 5, alike: 2, different: -3), .evidence(equal: 2.5, alike: 2.5, different: -1)]
      : [.share(2), .share(1)]
    return try ScoredMatching(
      blocks: [[.init("town")], [.init("born", [PartNormalizer(.first, 3)])]],
      by: [
        .init("name", try LikenessComparator("levenshtein", threshold: 0.5), weights[0]),
        .init("born", ExactComparator(), weights[1]),
      ], threshold: 0.7, odds: byEvidence ? -1 : nil, maxBlock: maxBlock)
  }

  private func comparison(_ old: [Row], _ new: [Row], _ rule: ScoredMatching, workers: Int = 1) throws -> Comparison {
    var rules = RuleSet()
    rules.identity = .columns(["name", "born"])
    rules.passes = [.scored(rule.alone)]
    let header = "name,town,born,note\n"
    return try compare(
      header + old.map(\.line).joined(), header + new.map(\.line).joined(),
      rules.plan(ComparisonRun(workers: workers)))
  }

  private struct Found: Equatable {
    var pairs: Set<[Int]> = []
    var ambiguous: Set<[Int]> = []
  }

  /// What was found, by the numbers in the records' notes.
  private func found(_ comparison: Comparison, _ old: [Row], _ new: [Row]) -> Found {
    var found = Found()
    for (source, target) in comparison.pairing.sourceToTarget.enumerated() where target >= 0 {
      found.pairs.insert([old[source].note, new[Int(target)].note])
    }
    for pair in comparison.passes?.passes.first?.ambiguous ?? [] {
      found.ambiguous.insert([old[Int(pair.source)].note, new[Int(pair.target)].note])
    }
    return found
  }

  @Test("the same pairs are found in whatever order records stand, on any number of threads", arguments: [true, false])
  func order(byEvidence: Bool) throws {
    var random = SeededGenerator.announced("order of scored records")
    let rule = try Self.rule(byEvidence: byEvidence)
    for _ in 0..<150 {
      let (old, new) = (rows(&random, 0), rows(&random, 100))
      let expected = found(try comparison(old, new, rule), old, new)
      for workers in [1, 3] {
        let (mixedOld, mixedNew) = (old.shuffled(using: &random), new.shuffled(using: &random))
        let again = found(try comparison(mixedOld, mixedNew, rule, workers: workers), mixedOld, mixedNew)
        #expect(again == expected)
      }
    }
  }

  /// The sum of a pair by slow and obvious code; `nil` where the two are not compared, or have no score.
  private func sum(_ old: Row, _ new: Row, byEvidence: Bool) -> Double? {
    let ofOneBlock =
      !old.town.isEmpty && old.town == new.town
      || !old.born.isEmpty && !new.born.isEmpty && old.born.prefix(3) == new.born.prefix(3)
    guard ofOneBlock else { return nil }
    let hasNames = !old.name.isEmpty && !new.name.isEmpty
    let hasYears = !old.born.isEmpty && !new.born.isEmpty
    let length = max(old.name.count, new.name.count)
    let likeness = 1 - Double(editDistance(Array(old.name), Array(new.name))) / Double(max(length, 1))
    if byEvidence {
      let name = !hasNames ? 0.0 : old.name == new.name ? 5 : likeness >= 0.5 ? 2 : -3
      return -1 + name + (!hasYears ? 0 : old.born == new.born ? 2.5 : -1)
    }
    guard hasNames else { return nil }
    let years = old.born == new.born ? 1.0 : 0
    return hasYears ? (2 * likeness + years) / 3 : likeness
  }

  @Test("a pair has the score that it should, and is the best of both records by the margin", arguments: [true, false])
  func pairs(byEvidence: Bool) throws {
    var random = SeededGenerator.announced("scores of pairs")
    let rule = try Self.rule(byEvidence: byEvidence)
    let least = byEvidence ? 1.2223924213364477 : 0.7
    for _ in 0..<150 {
      let (old, new) = (rows(&random, 0), rows(&random, 100))
      let comparison = try comparison(old, new, rule)
      let partners = comparison.pairing.sourceToTarget
      let ambiguous = comparison.passes?.passes.first?.ambiguous ?? []
      let sums = old.map { old in new.map { sum(old, $0, byEvidence: byEvidence) ?? -.infinity } }
      for (source, target) in partners.enumerated() where target >= 0 {
        let sum = sums[source][Int(target)]
        #expect(sum >= least)
        // What comes as near has a better partner of its own.
        for rival in new.indices where rival != Int(target) && sums[source][rival] >= max(least, sum - rule.margin) {
          #expect(partners.firstIndex(of: Int32(rival)).map { sums[$0][rival] > sum } ?? false)
        }
      }
      for pair in ambiguous {
        let (source, target) = (Int(pair.source), Int(pair.target))
        let sum = sums[source][target]
        #expect(sum >= least && partners[source] < 0 && !partners.contains(pair.target))
        let others =
          new.indices.filter { $0 != target }.map { sums[source][$0] }
          + old.indices.filter { $0 != source }.map { sums[$0][target] }
        #expect(others.contains { $0 >= least && abs($0 - sum) <= rule.margin + 1e-9 })
      }
      // Nothing is left that could pair: both without a partner, and neither ambiguous.
      let named = Sides(source: Set(ambiguous.map(\.source)), target: Set(ambiguous.map(\.target)))
      for source in old.indices where partners[source] < 0 && !named.source.contains(Int32(source)) {
        for target in new.indices where !partners.contains(Int32(target)) && !named.target.contains(Int32(target)) {
          #expect(sums[source][target] < least)
        }
      }
    }
  }

  @Test("a block that is too large is left out and named, and others still compare its records")
  func largeBlocks() throws {
    let old = (0..<6).map { Row(name: "abab\($0)", town: "x", born: $0 == 0 ? "1990" : "", note: $0) }
    let new = (0..<6).map { Row(name: "abab\($0)", town: "x", born: $0 == 0 ? "1990" : "", note: 100 + $0) }
    let comparison = try comparison(old, new, Self.rule(byEvidence: true, maxBlock: 4))
    #expect(comparison.pairing.pairedCount == 1)
    #expect(comparison.terms.warnings.contains { $0.message.contains("more than 4 records: x with 12") })
  }

  @Test("what a score cannot use is an error")
  func options() {
    func make(
      _ blocks: [[ScoredMatching.BlockPart]] = [[.init("a")]], _ weights: [ScoredMatching.Weight] = [.share(1)],
      threshold: Double = 0.5, odds: Double? = nil, margin: Double? = nil, maxBlock: Int = 10,
      ambiguity: String = "report"
    ) throws {
      _ = try ScoredMatching(
        blocks: blocks, by: weights.map { .init("b", ExactComparator(), $0) }, threshold: threshold, odds: odds,
        margin: margin, maxBlock: maxBlock, ambiguity: ambiguity)
    }
    let evidence = ScoredMatching.Weight.evidence(equal: 1, alike: 1, different: -1)
    #expect(throws: Never.self) { try make() }
    #expect(throws: OptionError.self) { try make([]) }
    #expect(throws: OptionError.self) { try make([[]]) }
    #expect(throws: OptionError.self) { try make([[.init("a")]], []) }
    #expect(throws: OptionError.self) { try make([[.init("a")]], [.share(1), evidence]) }
    for share in [0, -1, .nan, .infinity] {
      #expect(throws: OptionError.self) { try make([[.init("a")]], [.share(share)]) }
    }
    for threshold in [0, -1, 1.5, .nan] { #expect(throws: OptionError.self) { try make(threshold: threshold) } }
    #expect(throws: OptionError.self) { try make([[.init("a")]], [evidence], threshold: 1) }
    #expect(throws: OptionError.self) { try make(odds: 1) }
    #expect(throws: OptionError.self) { try make(margin: 0) }
    #expect(throws: OptionError.self) { try make(maxBlock: 1) }
    #expect(throws: OptionError.self) { try make(ambiguity: "guess") }
  }
}

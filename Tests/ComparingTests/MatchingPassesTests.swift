import Records
import StagedDiff
import TestSupport
import Testing

@testable import Comparing

/// Identities in passes, against an obvious search.
@Suite struct MatchingPassesTests {
  private struct Pair: Hashable {
    let source: Int
    let target: Int
    let pass: Int
    let distance: Int
  }

  private struct Row {
    var id: String
    var mail: String
    var name: String
    var block: String
    var line: String { "\(id),\(mail),\(name),\(block)\n" }
  }

  private static let header = "id,mail,name,block\n"

  private func rows(_ random: inout SeededGenerator) -> [Row] {
    (0..<Int.random(in: 0...12, using: &random)).map { _ in
      Row(
        id: ["", "", "", "1", "2", "3", "4", "5", "6", "7"].randomElement(using: &random) ?? "",
        mail: ["", "a", "b", "c", "d"].randomElement(using: &random) ?? "",
        name: (0..<Int.random(in: 0...3, using: &random)).map { _ in
          ["ä", "b", "c"].randomElement(using: &random) ?? ""
        }.joined(), block: ["", "x", "y"].randomElement(using: &random) ?? "")
    }
  }

  private func plan(
    _ duplicates: ComparisonPlan.DuplicatePolicy, _ moves: MoveDetection, workers: Int
  ) throws -> ComparisonPlan {
    var rules = RuleSet()
    rules.identity = .columns(["id"])
    rules.passes = [
      .columns(["mail"]),
      .near(try NearMatching(block: ["block"], by: "name", distance: 2, maxBlock: 30)),
    ]
    rules.duplicates = duplicates
    rules.moves = moves
    return rules.plan(ComparisonRun(workers: workers))
  }

  @Test(
    "pairs, passes and distances are those of an obvious search; the stages turn the source into the target",
    arguments: [.match, .pair] as [ComparisonPlan.DuplicatePolicy], MoveDetection.allCases)
  func law(duplicates: ComparisonPlan.DuplicatePolicy, moves: MoveDetection) throws {
    var random = SeededGenerator.announced("passes")
    for _ in 0..<200 {
      let (old, new) = (rows(&random), rows(&random))
      let expected = Self.search(old, new, duplicates)
      for workers in [1, 3] {
        let comparison = try compare(
          Self.header + old.map(\.line).joined(), Self.header + new.map(\.line).joined(),
          plan(duplicates, moves, workers: workers))
        #expect(found(comparison) == expected)
        try replay(comparison, old, new)
      }
    }
  }

  private func found(_ comparison: Comparison) -> Set<Pair> {
    Set(
      comparison.pairing.targetToSource.enumerated().filter { $1 >= 0 }.map { target, source in
        let match = comparison.passes?.match(of: Int32(target))
        return Pair(
          source: Int(source), target: target, pass: match?.pass ?? 0,
          distance: match?.nearness?.distance ?? 0)
      })
  }

  private func replay(_ comparison: Comparison, _ old: [Row], _ new: [Row]) throws {
    guard case .linear(let edits) = comparison.edits else { return }
    let applied = try #require(edits.apply(to: old.map(\.line)) { new[$0].line })
    let isOrdered = comparison.plan.moves != .none
    #expect(isOrdered ? applied == new.map(\.line) : applied.sorted() == new.map(\.line).sorted())
    let updated = Set(comparison.differences.targets)
    for (target, source) in comparison.pairing.targetToSource.enumerated() where source >= 0 {
      #expect(updated.contains(Int32(target)) == (old[Int(source)].line != new[target].line))
    }
  }

  // MARK: The search

  private static func search(
    _ old: [Row], _ new: [Row], _ duplicates: ComparisonPlan.DuplicatePolicy
  ) -> Set<Pair> {
    var pairs: Set<Pair> = []
    func isFree(_ source: Int) -> Bool { !pairs.contains { $0.source == source } }
    func pair(_ pass: Int, _ areSame: (Row, Row) -> Bool) {
      for target in new.indices where !pairs.contains(where: { $0.target == target }) {
        guard let source = old.indices.first(where: { isFree($0) && areSame(old[$0], new[target]) })
        else { continue }
        pairs.insert(Pair(source: source, target: target, pass: pass, distance: 0))
      }
    }
    for (pass, key) in [(1, \Row.id), (2, \Row.mail)] {
      func areSame(_ old: Row, _ new: Row) -> Bool {
        !old[keyPath: key].isEmpty && old[keyPath: key] == new[keyPath: key]
      }
      if duplicates == .match { pair(pass) { areSame($0, $1) && $0.line == $1.line } }
      pair(pass, areSame)
    }
    for distance in 0...2 {
      for source in old.indices {
        for target in new.indices
        where isFree(source) && !pairs.contains(where: { $0.target == target }) {
          let (old, new) = (old[source], new[target])
          guard !old.block.isEmpty, old.block == new.block, !old.name.isEmpty, !new.name.isEmpty,
            editDistance(Array(old.name.unicodeScalars), Array(new.name.unicodeScalars)) == distance
          else { continue }
          pairs.insert(Pair(source: source, target: target, pass: 3, distance: distance))
        }
      }
    }
    return pairs
  }

  @Test("a distance within its limit is Levenshtein's, and none beyond it", arguments: 0...5)
  func distances(limit: Int) {
    var random = SeededGenerator.announced("distances")
    var distance = EditDistance(limit: limit)
    for _ in 0..<3_000 {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...9, using: &random)).map { _ in
          Unicode.Scalar(UInt8.random(in: 97...99, using: &random))
        }
      }
      let known = editDistance(texts[0], texts[1])
      let found = distance.between(texts[0].map(\.value), texts[1].map(\.value))
      #expect(found == (known <= limit ? known : nil), "\(texts)")
    }
  }

  @Test("in sections only records of surviving ones are paired by a later pass")
  func sections() throws {
    var plan = try plan(.match, .minimal, workers: 1)
    plan.section = .column("block")
    let result = try compare(
      Self.header + "1,a,n,gone\n2,b,n,here\n", Self.header + "3,a,n,here\n4,b,n,here\n", plan)
    #expect(found(result) == [Pair(source: 1, target: 1, pass: 2, distance: 0)])
  }

  @Test("a block beyond the limit is left out with a warning, whatever it takes to say which")
  func largeBlock() throws {
    let rows = (0..<16).map { ",,name\($0),x\n" }.joined()
    let plan = try plan(.match, .minimal, workers: 1)
    let result = try compare(Self.header + rows, Self.header + rows, plan)
    #expect(result.pairing.pairedCount == 0)
    #expect(
      result.terms.warnings.map(\.message) == [
        "pass 3 (name within 2 edits, of one block): a block was not compared, for it has more than 30 records: x with 32; max_block allows more"
      ])
  }
}

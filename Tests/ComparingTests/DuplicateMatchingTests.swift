import Foundation
import Platform
import Records
import StagedDiff
import TestSupport
import Testing

@testable import Comparing

/// How records of one identity pair; RuleModelTests has more of the rules that decide it.
@Suite struct DuplicateMatchingTests {
  @Test(
    "duplicates are counted and reported whatever way they pair",
    arguments: [.match, .pair] as [ComparisonPlan.DuplicatePolicy])
  func reported(policy: ComparisonPlan.DuplicatePolicy) throws {
    let result = try compare(
      "k,v\na,1\na,2\na,3\n", "k,v\na,1\na,3\n", plan(key: "k") { $0.duplicates = policy })
    #expect(result.duplicates.source.identities == 1)
    #expect(result.duplicates.source.repetitions == 2)
    #expect(result.duplicates.target.examples.first?.key == [.text("a")])
    #expect(result.summary.deleted == 1)
    #expect(result.summary.updated == (policy == .pair ? 1 : 0))
  }

  @Test(
    "records that were found to be equal while they were read pair as any others, whatever memory there is",
    arguments: [.match, .pair] as [ComparisonPlan.DuplicatePolicy])
  func readBeside(policy: ComparisonPlan.DuplicatePolicy) throws {
    var random = SeededGenerator.announced("repeated keys that are read beside each other")
    let folder = SpillFolder(NSTemporaryDirectory())
    for _ in 0..<200 {
      let keys = Int.random(in: 1...60, using: &random)
      func row() -> String {
        let key = Int.random(in: 0..<keys, using: &random)
        return "\(key == 0 ? "" : "\(key)"),\(Int.random(in: 0..<5, using: &random))\n"
      }
      let old = (0..<Int.random(in: 2...50, using: &random)).map { _ in row() }
      var new = old.flatMap { line -> [String] in
        switch Int.random(in: 0..<8, using: &random) {
        case 0: []
        case 1: [row()]
        case 2: [line, row()]
        default: [line]
        }
      }
      if Int.random(in: 0..<4, using: &random) == 0 { new.reverse() }
      let (oldText, newText) = ("k,v\n" + old.joined(), "k,v\n" + new.joined())
      let known = try table(oldText, name: "old.csv", hashing: ["k"])
      let beside = try RecordInput.read(bytes: Array(newText.utf8), name: "new.csv").table(
        hashing: ["k"], beside: known)
      let plan = plan(key: "k") { $0.duplicates = policy }
      let (read, alone) = (
        try Comparison(source: known, target: beside, plan: plan), try compare(oldText, newText, plan)
      )
      #expect(read.pairing.targetToSource == alone.pairing.targetToSource, "\(oldText) \(newText)")
      #expect(try read.changes == alone.changes, "\(oldText) \(newText)")
      for memory in [64, 4 << 10, 1 << 20] {
        let input = try ComparisonInput(Sides(source: known, target: beside), plan)
        let spilled = try Comparison(spilling: input, SpillingMemory(memory, in: folder))
        #expect(try spilled.changes == alone.changes, "\(memory): \(oldText) \(newText)")
        #expect(spilled.duplicates.source == alone.duplicates.source, "\(memory): \(oldText) \(newText)")
      }
    }
  }

  /// Two records of one key that are written otherwise on the other side, where they are in another order.
  private struct Crossed: Sendable {
    let old, new: String
    var names = ("old.csv", "new.csv")
    var change: @Sendable (inout ComparisonPlan) -> Void = { _ in }
  }

  @Test(
    "records that are equal under the rules pair first, in memory and spilled",
    arguments: [
      Crossed(
        old: #"[{"k":"a","v":{"x":1,"y":2}},{"k":"a","v":{"x":3,"y":4}}]"#,
        new: #"[{"k":"a","v":{"y":4,"x":3}},{"v":{"y":2.0,"x":1},"k":"\u0061"}]"#, names: ("old.json", "new.json")),
      Crossed(
        old: #"[{"k":"a","v":[{"n":1,"seen":1}]},{"k":"a","v":[{"n":2,"seen":1}]}]"#,
        new: #"[{"k":"a","v":[{"n":2,"seen":2}]},{"k":"a","v":[{"n":1,"seen":2}]}]"#, names: ("old.json", "new.json"),
        change: { $0.ignored = ["v[].seen"] }),
      Crossed(old: "k,v\na,1\na,2\n", new: "\"k\",\"v\"\n\"a\",\"2\"\n\"a\",\"1\"\n"),
      Crossed(old: "k,v\na,x\na,y\n", new: "v,k,w\ny,a,1\nx,a,1\n"),
    ])
  private func equalUnderRules(pair: Crossed) throws {
    let tables = Sides(
      source: try table(pair.old, name: pair.names.0), target: try table(pair.new, name: pair.names.1))
    let plan = plan(key: "k", change: pair.change)
    let input = try ComparisonInput(tables, plan)
    let memory = SpillingMemory(64, in: SpillFolder(NSTemporaryDirectory()))
    for found in [try Comparison(input), try Comparison(spilling: input, memory)] {
      #expect(found.pairing.targetToSource == [1, 0])
      #expect(found.summary.updated == 0)
    }
  }

  @Test(
    "every case of up to four records a side, of two identities and three contents, pairs as an obvious search does"
  )
  func exhaustive() throws {
    let rows = ["a,1", "a,2", "b,1"]
    let sides = (0...4).flatMap { Self.sequences(of: rows, length: $0) }
    var random = SeededGenerator.announced("duplicates")
    for _ in 0..<CaseSample.count(1_500, of: 4_000) {
      let old = sides.randomElement(using: &random) ?? []
      let new = sides.randomElement(using: &random) ?? []
      try check(old, new)
    }
    for old in sides where old.count <= 3 {
      for new in sides where new.count <= 3 { try check(old, new) }
    }
  }

  @Test("many records of few identities pair as an obvious search does")
  func many() throws {
    var random = SeededGenerator.announced("many duplicates")
    for _ in 0..<20 {
      let sides = (0..<2).map { _ in
        (0..<Int.random(in: 0...400, using: &random)).map { _ in
          "k\(Int.random(in: 0...30, using: &random)),\(Int.random(in: 0...3, using: &random))"
        }
      }
      try check(sides[0], sides[1])
    }
  }

  private func check(_ old: [String], _ new: [String]) throws {
    func text(_ rows: [String]) -> String { "k,v\n" + rows.map { $0 + "\n" }.joined() }
    let found = try compare(text(old), text(new), plan(key: "k") { $0.duplicates = .match })
    #expect(found.pairing.targetToSource == Self.partners(old, new), "\(old) \(new)")
  }

  private static func sequences(of rows: [String], length: Int) -> [[String]] {
    (0..<length).reduce([[]]) { all, _ in all.flatMap { part in rows.map { part + [$0] } } }
  }

  /// The source of each target record by the definition, searched from the start each time.
  private static func partners(_ old: [String], _ new: [String]) -> [Int32] {
    var partners = [Int32](repeating: -1, count: new.count)
    var isFree = [Bool](repeating: true, count: old.count)
    func pair(_ areSame: (String, String) -> Bool) {
      for target in new.indices where partners[target] < 0 {
        guard let source = old.indices.first(where: { isFree[$0] && areSame(old[$0], new[target]) })
        else { continue }
        isFree[source] = false
        partners[target] = Int32(source)
      }
    }
    pair { $0 == $1 }
    pair { $0.split(separator: ",")[0] == $1.split(separator: ",")[0] }
    return partners
  }

  @Test(
    "in sections records of surviving sections pair with each other, equal ones first",
    arguments: MoveDetection.allCases)
  func sections(moves: MoveDetection) throws {
    let plan = plan(key: "k") {
      $0.section = .column("s")
      $0.moves = moves
    }
    let result = try compare(
      "s,k,v\ngone,a,1\nhere,a,2\nhere,a,1\n", "s,k,v\nhere,a,1\nhere,a,2\nnew,a,2\n", plan)
    #expect(result.summary.updated == 0)
    #expect(result.summary.deleted == 1)
    #expect(result.summary.inserted == 1)
  }

  @Test(
    "the changes turn the source into the target in every mode", arguments: MoveDetection.allCases)
  func laws(moves: MoveDetection) throws {
    var random = SeededGenerator.announced("laws of duplicates")
    for _ in 0..<50 {
      let texts = (0..<2).map { _ in
        "k,v\n"
          + (0..<12).map { _ in
            "\(["a", "b", "c"].randomElement(using: &random) ?? ""),\(Int.random(in: 0...3, using: &random))\n"
          }.joined()
      }
      let result = try compare(texts[0], texts[1], plan(key: "k") { $0.moves = moves })
      let pairs = result.pairing
      #expect(pairs.sourceCount - pairs.pairedCount == result.summary.deleted)
      #expect(pairs.targetCount - pairs.pairedCount == result.summary.inserted)
      for (target, source) in pairs.targetToSource.enumerated() where source >= 0 {
        #expect(pairs.sourceToTarget[Int(source)] == target)
      }
    }
  }
}

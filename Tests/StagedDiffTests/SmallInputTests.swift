import TestSupport
import Testing

@testable import StagedDiff

@Suite("Small input")
struct SmallInputTests {
  /// First-in-first-out pairs, by the slow oracle, as changes.
  private func expected(_ source: [Int], _ target: [Int]) -> (deleted: [Int], inserted: [Int]) {
    let pairs = Oracle.pairs(source, target)
    return (
      source.indices.filter { !pairs.map(\.source).contains($0) },
      target.indices.filter { !pairs.map(\.target).contains($0) }
    )
  }

  @Test(
    "pairs as the slow oracle does on both sides of the border to the tables",
    arguments: [0, 1, 2, 63, 64, 65, 66], [2, 40, 1000])
  func border(size: Int, identities: Int) {
    var random = SeededGenerator.announced("small input of \(size) over \(identities)")
    for prefix in [0, 3, 200] {
      let head = (0..<prefix).map { _ in Int.random(in: 0..<identities, using: &random) }
      for other in [size, size / 2, size + 1] {
        let source = head + (0..<size).map { _ in Int.random(in: 0..<identities, using: &random) }
        let target = head + (0..<other).map { _ in Int.random(in: 0..<identities, using: &random) }
        let expected = expected(source, target)
        let changes = Changeset(from: source, to: target).changes
        #expect(Array(changes.deleted) == expected.deleted)
        #expect(Array(changes.inserted) == expected.inserted)
        let texts = Changeset(from: source.map(String.init), to: target.map(String.init))
        #expect(texts.changes == changes)
        #expect(texts.apply(to: texts.source) == texts.target)
      }
    }
  }

  @Test(
    "with a table alone pairs are those of the way for large input",
    arguments: [65, 599, 600, 601], [40, 1000])
  func table(size: Int, identities: Int) {
    var random = SeededGenerator.announced("table of \(size) over \(identities)")
    let source = (0..<size).map { _ in Int.random(in: 0..<identities, using: &random) }
    let target = source.dropFirst().filter { $0 % 9 > 0 } + [source[0], -1]
    let rule = ValueRule<Int>()
    let pairing = Pairing(source, target, rule, countsDuplicates: false)
    let expected = Pairing(source, target, rule, countsDuplicates: true)
    #expect(pairing.sourceToTarget == expected.sourceToTarget)
    #expect(pairing.targetToSource == expected.targetToSource)
    #expect(pairing.isOrdered == expected.isOrdered)
  }

  @Test("identities that are all the same pair in order")
  func oneIdentity() {
    let changeset = Changeset(
      from: Array(repeating: "a", count: 64), to: Array(repeating: "a", count: 40))
    #expect(Array(changeset.changes.deleted) == Array(40..<64))
    #expect(changeset.changes.moved.isEmpty)
  }

  @Test("a side without elements is one stage")
  func emptySides() {
    #expect(
      Changeset(from: [Int](), to: [1, 2]).stages.map(\.edits.description) == ["inserted 0 1"])
    #expect(
      Changeset(from: [1, 2], to: [Int]()).stages.map(\.edits.description) == ["deleted 0 1"])
    #expect(Changeset(from: [Int](), to: []).stages.isEmpty)
  }
}

import StagedDiff
import TestSupport
import Testing

@Suite("Shortest edit scripts")
struct EditScriptTests {
  @Test("the example of the blog post is applied right")
  func blogPost() {
    let script = EditScript(from: "ADFGT", to: "AFOXT")
    #expect(script.deleted.map(\.offset) == [1, 3])
    #expect(script.inserted.map(\.offset) == [2, 3])
    #expect(script.apply(to: "ADFGT") == Array("AFOXT"))
    #expect(script.inverted.apply(to: "AFOXT") == Array("ADFGT"))
  }

  @Test(
    "are shortest, apply and invert, for all short sequences of two and of three symbols",
    arguments: [[0, 1], [0, 1, 2]])
  func exhaustive(symbols: [Int]) {
    let all = sequences(of: symbols, upTo: 8 - 2 * (symbols.count - 1))
    for source in all {
      for target in all { check(source, target) }
    }
  }

  @Test("are shortest at random", arguments: [2, 10, 1000])
  func random(symbols: Int) {
    var random = SeededGenerator.announced("edit scripts over \(symbols)")
    for size in [10, 50, 120] {
      let source = (0..<size).map { _ in Int.random(in: 0..<symbols, using: &random) }
      var target = source.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
      for _ in 0..<size / 5 {
        target.insert(
          .random(in: 0..<symbols, using: &random),
          at: .random(in: 0...target.count, using: &random))
      }
      check(source, target)
    }
  }

  @Test("a sequence of another length is not edited")
  func mismatch() {
    #expect(EditScript(from: [1, 2], to: [2]).apply(to: [1]) == nil)
  }

  private func check(_ source: [Int], _ target: [Int]) {
    let script = EditScript(from: source, to: target)
    let least = source.count + target.count - 2 * Oracle.longestCommon(source, target)
    if script.editCount != least || script.apply(to: source) != target
      || script.inverted.apply(to: target) != source
    {
      Issue.record("\(source) → \(target): \(script)")
    }
  }
}

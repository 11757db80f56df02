import StagedDiff
import TestSupport
import Testing

@Suite("Laws of linear diffs")
struct LinearLawsTests {
  /// Sources up to a renaming of identities: each new one is the smallest that is unused.
  ///
  /// Only whether paired contents are equal matters, so that the source's are all 0.
  private static let sources: [[Int]] = sequences(of: [0, 1, 2], upTo: 5).filter { sequence in
    var next = 0
    return sequence.allSatisfy { identity in
      defer { next = max(next, identity + 1) }
      return identity <= next
    }
  }

  /// Each choice of contents for the target's paired elements; unpaired ones are never compared.
  private static func contents(_ source: [Int], _ target: [Int]) -> [[Item]] {
    let paired = Set(Oracle.pairs(source, target).map(\.target))
    return target.indices.reduce([[]]) { prefixes, place in
      let choices = paired.contains(place) ? [0, 1] : [0]
      return prefixes.flatMap { prefix in choices.map { prefix + [Item(target[place], $0)] } }
    }
  }

  /// Least moves, replayed, in every case of a sample of one in five; the other modes and forms in every sixteenth of them.
  @Test(
    "hold for every source and target of up to five elements over three identities, two contents",
    arguments: 0..<4)
  func exhaustive(quarter: Int) {
    let targets = sequences(of: [0, 1, 2], upTo: 5)
    var number = 0
    var sample = CaseSample(of: "small linear cases, quarter \(quarter)", oneIn: 5)
    for source in Self.sources.enumerated().filter({ $0.offset % 4 == quarter }).map(\.element) {
      let items = source.map { Item($0) }
      for target in targets {
        for variant in Self.contents(source, target) where sample.takesNext() {
          number += 1
          let violation =
            number % 16 == 0
            ? LinearLaws.violation(items, variant) : LinearLaws.contentViolation(items, variant)
          if let violation { return _ = Issue.record("\(violation)") }
        }
      }
    }
  }

  @Test("hold when all hashes are equal")
  func collisions() {
    let targets = sequences(of: [0, 1, 2], upTo: 4)
    for source in Self.sources where source.count <= 4 {
      for target in targets {
        let violation = LinearLaws.collisionViolation(
          source.map { Item($0) }, target.map { Item($0, $0 % 2) })
        #expect(violation == nil)
      }
    }
  }

  @Test("hold at random, with few and with many duplicates", arguments: [3, 30, 300, 10_000])
  func random(identities: Int) {
    var random = SeededGenerator.announced("random linear laws over \(identities)")
    for round in 0..<40 {
      let size = round % 4 == 0 ? 300 : 40
      let source = (0..<Int.random(in: 0...size, using: &random)).map { _ in
        Item(.random(in: 0..<identities, using: &random), .random(in: 0...1, using: &random))
      }
      let target = Self.edited(source, identities, &random)
      #expect(LinearLaws.violation(source, target) == nil)
      #expect(LinearLaws.collisionViolation(source, target) == nil)
    }
  }

  @Test("least moves are those of the slow oracle for thousands of elements")
  func large() {
    var random = SeededGenerator.announced("large linear case")
    let source = (0..<3000).map { Item($0) }
    let target = Self.edited(source, 4000, &random)
    #expect(LinearLaws.violation(source, target) == nil)
  }

  /// A target made by deleting, inserting, changing and moving, or, now and then, by shuffling.
  private static func edited(
    _ source: [Item], _ identities: Int, _ random: inout SeededGenerator
  ) -> [Item] {
    var target = source.filter { _ in Int.random(in: 0..<10, using: &random) > 0 }
    for place in target.indices where Int.random(in: 0..<8, using: &random) == 0 {
      target[place].content = 1
    }
    for _ in 0..<Int.random(in: 0...max(1, source.count / 8), using: &random) {
      let item = Item(.random(in: 0..<identities, using: &random))
      target.insert(item, at: .random(in: 0...target.count, using: &random))
      guard target.count > 1 else { continue }
      let moved = target.remove(at: .random(in: 0..<target.count, using: &random))
      target.insert(moved, at: .random(in: 0...target.count, using: &random))
    }
    if Int.random(in: 0..<6, using: &random) == 0 { target.shuffle(using: &random) }
    return target
  }
}

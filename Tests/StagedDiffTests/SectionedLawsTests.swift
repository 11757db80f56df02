import StagedDiff
import TestSupport
import Testing

@Suite("Laws of sectioned diffs")
struct SectionedLawsTests {
  /// Least moves in every case, the other modes in every fifth: the space is the same for them.
  @Test("hold for up to two sections of up to two elements over two identities each")
  func exhaustive() {
    let contents = sequences(of: [0, 1], upTo: 2)
    var sides: [[(Int, [Int])]] = [[]]
    let sections = [0, 1].flatMap { id in contents.map { (id, $0) } }
    sides += sections.map { [$0] }
    sides += sections.flatMap { first in sections.map { [first, $0] } }
    var number = 0
    var sample = CaseSample(of: "small sectioned cases", oneIn: 3)
    // Sources up to a renaming of sections and of elements.
    for source in sides
    where source.first?.0 != 1 && source.flatMap({ $0.1 }).first != 1 {
      for target in sides where sample.takesNext() {
        number += 1
        let violation = SectionedLaws.violation(
          Self.build(source) { _ in 0 }, Self.build(target) { ($0 &* number) % 5 == 1 ? 1 : 0 },
          modes: number % 5 == 0 ? MoveDetection.allCases : [.minimal])
        if let violation { return _ = Issue.record("\(violation)") }
      }
    }
  }

  @Test("hold at random", arguments: [4, 20, 200])
  func random(identities: Int) {
    var random = SeededGenerator.announced("random sectioned laws over \(identities)")
    for _ in 0..<80 {
      let source = Self.randomSections(identities, &random)
      var target = Self.randomSections(identities, &random)
      if Bool.random(using: &random) { target = Self.edited(source, identities, &random) }
      #expect(SectionedLaws.violation(source, target) == nil)
    }
  }

  private static func build(_ sections: [(Int, [Int])], content: (Int) -> Int) -> [ItemSection] {
    var number = 0
    return sections.map { id, elements in
      number += 1
      let model = Item(id, content(number))
      return DiffableSection(
        model,
        elements: elements.map { element in
          number += 1
          return Item(element, content(number))
        })
    }
  }

  private static func randomSections(
    _ identities: Int, _ random: inout SeededGenerator
  ) -> [ItemSection] {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      DiffableSection(
        Item(.random(in: 0...7, using: &random), .random(in: 0...1, using: &random)),
        elements: (0..<Int.random(in: 0...6, using: &random)).map { _ in
          Item(.random(in: 0..<identities, using: &random), .random(in: 0...1, using: &random))
        })
    }
  }

  private static func edited(
    _ source: [ItemSection], _ identities: Int, _ random: inout SeededGenerator
  ) -> [ItemSection] {
    var target = source
    guard !target.isEmpty else { return target }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let from = Int.random(in: 0..<target.count, using: &random)
      let to = Int.random(in: 0..<target.count, using: &random)
      if let element = target[from].elements.popLast() {
        target[to].elements.insert(element, at: 0)
      }
      if Int.random(in: 0..<3, using: &random) == 0 { target.swapAt(from, to) }
      target[to].model.content = .random(in: 0...1, using: &random)
    }
    return target
  }
}

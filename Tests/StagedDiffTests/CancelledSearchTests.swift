import StagedDiff
import TestSupport
import Testing

@Suite("Cancelled search")
struct CancelledSearchTests {
  /// Counts how often elements are looked at.
  private final class Looks {
    var count = 0
  }

  /// A number that counts each hash and each comparison.
  private struct Counted: Hashable {
    let number: Int
    let looks: Looks

    static func == (left: Counted, right: Counted) -> Bool {
      left.looks.count += 1
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
      looks.count += 1
      hasher.combine(number)
    }
  }

  private func sides(_ looks: Looks, count: Int = 3000) -> (source: [Counted], target: [Counted]) {
    var random = SeededGenerator.announced("cancelled search")
    let numbers = Array(0..<count)
    let target = numbers.shuffled(using: &random)
    return (numbers.map { Counted(number: $0, looks: looks) }, target.map { Counted(number: $0, looks: looks) })
  }

  @Test("looks at no element where it was cancelled before")
  func before() async {
    let task = Task {
      let looks = Looks()
      let (source, target) = sides(looks)
      while !Task.isCancelled { await Task.yield() }
      let changeset = Changeset(from: source, to: target, isCancelled: { Task.isCancelled })
      return (changeset == nil, looks.count)
    }
    task.cancel()
    #expect(await task.value == (true, 0))
  }

  @Test(
    "looks at no further element once it is cancelled, and asks at each thousand", arguments: MoveDetection.allCases)
  func meanwhile(moves: MoveDetection) {
    let looks = Looks()
    let (source, target) = sides(looks)
    checkQuestions(looks) { Changeset(from: source, to: target, moves: moves, isCancelled: $0) != nil }
  }

  /// Searches again and again, cancelled one question later each time, until a search comes to its end.
  private func checkQuestions(_ looks: Looks, _ ends: (@escaping () -> Bool) -> Bool) {
    var questions = 1
    while true {
      looks.count = 0
      var asked = 0
      var seen: [Int] = []
      let hasEnded = ends {
        asked += 1
        seen.append(looks.count)
        return asked >= questions
      }
      #expect(zip(seen, seen.dropFirst()).allSatisfy { $1 - $0 <= 1024 })
      if hasEnded { break }
      #expect(seen[questions - 1] == looks.count)
      questions += 1
    }
    #expect(questions > 5)
  }

  @Test("finds what a search finds that cannot be cancelled", arguments: MoveDetection.allCases)
  func uncancelled(moves: MoveDetection) {
    var random = SeededGenerator.announced("uncancelled search, \(moves)")
    for count in [0, 1, 2, 5, 64, 65, 700, 5000] {
      let source = (0..<count).map { Item($0 % 600, .random(in: 0...1, using: &random)) }
      for target in [source, source.reversed(), source.shuffled(using: &random).dropLast(count / 3)] {
        let changeset = Changeset(from: source, to: target, moves: moves) { false }
        #expect(changeset == Changeset(from: source, to: target, moves: moves))
      }
    }
  }

  /// The elements in sections of a hundred, the last ones in front.
  private func sections<Element>(_ elements: [Element]) -> [DiffableSection<Int, Element>] {
    stride(from: 0, to: elements.count, by: 100).reversed().map { start in
      DiffableSection(start, elements: Array(elements[start..<min(start + 100, elements.count)]))
    }
  }

  @Test("looks at no further element of sections once it is cancelled", arguments: MoveDetection.allCases)
  func meanwhileInSections(moves: MoveDetection) {
    let looks = Looks()
    let sides = sides(looks)
    let (source, target) = (Array(sections(sides.source).dropLast(2)), sections(sides.target))
    checkQuestions(looks) { SectionedChangeset(from: source, to: target, moves: moves, isCancelled: $0) != nil }
  }

  @Test("finds in sections what a search finds that cannot be cancelled", arguments: MoveDetection.allCases)
  func uncancelledInSections(moves: MoveDetection) {
    var random = SeededGenerator.announced("uncancelled search in sections, \(moves)")
    for count in [0, 1, 99, 101, 700, 3000] {
      let items = (0..<count).map { Item($0 % 600, .random(in: 0...1, using: &random)) }
      for others in [items, items.reversed(), items.shuffled(using: &random).dropLast(count / 3)] {
        let (source, target) = (sections(items), Array(sections(others).dropFirst(others.count % 2)))
        func models(_ sections: [DiffableSection<Int, Item>]) -> [DiffableSection<Item, Item>] {
          sections.map { DiffableSection(Item($0.model, 0), elements: $0.elements) }
        }
        let changeset = SectionedChangeset(from: models(source), to: models(target), moves: moves) { false }
        #expect(changeset == SectionedChangeset(from: models(source), to: models(target), moves: moves))
      }
    }
  }
}

import StagedDiff
import TestSupport
import Testing

@Suite("Data of stages")
struct StageDataTests {
  /// An element that is told apart from its equals.
  private final class Row: Diffable {
    let id: Int
    let content: Int

    init(_ id: Int, _ content: Int) {
      self.id = id
      self.content = content
    }

    var identity: Int { id }

    func isContentEqual(to other: Row) -> Bool { content == other.content }
  }

  private func areSame(_ rows: [Row], _ others: [Row]) -> Bool {
    rows.map(ObjectIdentifier.init) == others.map(ObjectIdentifier.init)
  }

  @Test("hold the target's elements wherever the target has them")
  func instances() {
    let source = [Row(1, 0), Row(2, 0), Row(3, 0)]
    let target = [Row(3, 0), Row(4, 0), Row(1, 5)]
    let data = Changeset(from: source, to: target).stages.map(\.data)
    let expected = [
      [target[2], source[1], target[0]], [target[2], target[0]], [target[0], target[1], target[2]],
    ]
    #expect(data.count == 3)
    for (rows, wanted) in zip(data, expected) { #expect(areSame(rows, wanted)) }
  }

  @Test("hold the target's elements in sections, too, and moved ones in their new section")
  func sectionInstances() {
    let source = [
      DiffableSection("a", elements: [Row(1, 0), Row(2, 0)]),
      DiffableSection("b", elements: [Row(3, 0)]), DiffableSection("c", elements: [Row(5, 0)]),
    ]
    let target = [
      DiffableSection("b", elements: [Row(3, 1), Row(2, 0)]),
      DiffableSection("a", elements: [Row(1, 0), Row(4, 0)]),
    ]
    let data = SectionedChangeset(from: source, to: target).stages.map(\.data)
    let (one, two, three) = (
      target[1].elements[0], target[0].elements[1], target[0].elements[0]
    )
    #expect(data.count == 4)
    #expect(data[0].map(\.model) == ["a", "b", "c"])
    #expect(areSame(data[0].flatMap(\.elements), [one, two, three, source[2].elements[0]]))
    #expect(data[1].map(\.model) == ["a", "b"])
    #expect(areSame(data[1].flatMap(\.elements), [one, two, three]))
    #expect(data[2].map(\.model) == ["b", "a"])
    #expect(areSame(data[3].flatMap(\.elements), target.flatMap(\.elements)))
  }

  /// Sections that are deleted, inserted and moved, with elements that come and go.
  private var shifted: SectionedChangeset<String, Int> {
    SectionedChangeset(
      from: [
        DiffableSection("gone", elements: [9]), DiffableSection("a", elements: [1, 2]),
        DiffableSection("b", elements: [3, 4]),
      ],
      to: [
        DiffableSection("b", elements: [4, 5]), DiffableSection("new", elements: [7]),
        DiffableSection("a", elements: [1]),
      ])
  }

  @Test("share the elements of sections that only change place")
  func sharedSections() {
    let stages = shifted.stages
    #expect(stages.count == 3)
    let (left, arranged) = (stages[0].data, stages[1].data)
    #expect(left.map(\.description) == ["a: [1]", "b: [4]"])
    #expect(arranged.map(\.description) == ["b: [4]", "new: [7]", "a: [1]"])
    for (section, other) in [(left[0], arranged[2]), (left[1], arranged[0])] {
      section.elements.withUnsafeBufferPointer { one in
        other.elements.withUnsafeBufferPointer { #expect(one.baseAddress == $0.baseAddress) }
      }
    }
  }

  @Test("are the same for all who ask at once")
  func concurrency() async {
    for _ in 0..<20 {
      let stages = shifted.stages
      let answers = await withTaskGroup(of: [[DiffableSection<String, Int>]].self) { group in
        for _ in 0..<8 { group.addTask { stages.map(\.data) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(answers).count == 1)
    }
  }

  @Test("are the same after a changeset was turned round twice", arguments: MoveDetection.allCases)
  func inverted(mode: MoveDetection) {
    var random = SeededGenerator.announced("stage data, \(mode)")
    for _ in 0..<50 {
      let source = (0..<30).map { Item($0, .random(in: 0...1, using: &random)) }
      let target = source.shuffled(using: &random).dropLast(4).map {
        Item($0.id, .random(in: 0...1, using: &random))
      }
      let changeset = Changeset(from: source, to: target, moves: mode)
      #expect(changeset.inverted.inverted.stages.map(\.data) == changeset.stages.map(\.data))
      let sections = SectionedChangeset(
        from: [DiffableSection(1, elements: source)], to: [DiffableSection(1, elements: target)],
        moves: mode)
      #expect(sections.inverted.inverted.stages.map(\.data) == sections.stages.map(\.data))
    }
  }
}

import StagedDiffCompatibility
import Testing

/// Sources in DifferenceKit's spelling, as an app has them.
private struct Track: Differentiable, Equatable {
  var id: Int
  var title = ""
  var isAlwaysNew = false

  var differenceIdentifier: Int { id }

  func isContentEqual(to source: Track) -> Bool {
    // Asymmetric: a title that comes is no change, one that goes is.
    !isAlwaysNew && (source.title.isEmpty || title == source.title)
  }
}

/// A section of one's own, which is no `ArraySection`.
private struct Album: DifferentiableSection, Equatable {
  var name: String
  var elements: ContiguousArray<Track>

  init(_ name: String, _ ids: [Int]) {
    self.name = name
    elements = ContiguousArray(ids.map { Track(id: $0) })
  }

  init<C: Swift.Collection>(source: Album, elements: C) where C.Element == Track {
    name = source.name
    self.elements = ContiguousArray(elements)
  }

  var differenceIdentifier: String { name }

  func isContentEqual(to source: Album) -> Bool { true }
}

extension String: Differentiable {}

@Suite("DifferenceKit's spelling")
struct CompatibilityTests {
  private func path(_ element: Int, _ section: Int = 0) -> ElementPath {
    ElementPath(element: element, section: section)
  }

  @Test("stages of lists are DifferenceKit's, with its moves, data of any collection, and the section that is given")
  func lists() {
    let source: ContiguousArray = ["a", "b", "c", "d"]
    let target: ContiguousArray = ["d", "a", "c", "e"]
    let staged = StagedChangeset(source: source, target: target, section: 3)
    #expect(
      staged == [
        Changeset(data: ["a", "c", "d"], elementDeleted: [path(1, 3)]),
        Changeset(
          data: target, elementInserted: [path(3, 3)],
          elementMoved: [(source: path(2, 3), target: path(0, 3))]),
      ])
    #expect(StagedChangeset(source: source, target: source).isEmpty)
    #expect(StagedChangeset(source: [], target: source).first?.elementInserted.count == 4)
  }

  @Test("the target is asked about the source's content, and always")
  func contents() {
    let named = [Track(id: 1, title: "x")]
    let bare = [Track(id: 1)]
    #expect(StagedChangeset(source: bare, target: named).isEmpty)
    #expect(StagedChangeset(source: named, target: bare).first?.elementUpdated == [path(0)])
    let new = [Track(id: 1, isAlwaysNew: true)]
    #expect(StagedChangeset(source: new, target: new).first?.elementUpdated == [path(0)])
  }

  @Test("sections of one's own are made anew from their models and elements")
  func sections() {
    let source = [Album("a", [1, 2]), Album("b", [3])]
    let target = [Album("b", [3, 1]), Album("c", [4])]
    let staged = StagedChangeset(source: source, target: target)
    #expect(staged.last?.data == target)
    #expect(staged.first?.sectionDeleted == [0])
    #expect(staged.map(\.sectionInserted) == [[], [1], []])
    #expect(staged.last?.elementInserted == [path(1)])
    let rows = [ArraySection(model: "a", elements: ["y", "x"]), ArraySection(model: "b", elements: [])]
    let later = [ArraySection(model: "a", elements: ["y"]), ArraySection(model: "b", elements: ["x"])]
    let moved = StagedChangeset(source: rows, target: later)
    #expect(moved.count == 1)
    #expect(moved[0].elementMoved.map(\.source) == [path(1)])
    #expect(moved[0].elementMoved.map(\.target) == [path(0, 1)])
    #expect(moved[0].data == later)
  }

  @Test("elements of several types are in one list")
  func wrapped() {
    let source = [AnyDifferentiable("a"), AnyDifferentiable(Track(id: 1, title: "x"))]
    let target = [AnyDifferentiable(AnyDifferentiable("a")), AnyDifferentiable(Track(id: 1))]
    let staged = StagedChangeset(source: source, target: target)
    #expect(staged.map(\.elementUpdated) == [[path(1)]])
    #expect(staged.map(\.changeCount) == [1])
  }
}

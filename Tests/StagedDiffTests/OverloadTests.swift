import StagedDiff
import Testing

@Suite("What is compared by what")
struct OverloadTests {
  private struct Track: Identifiable, Hashable {
    var id: Int
    var title: String
  }

  private struct Plain: Identifiable, Equatable {
    var id: Int
    var title: String
  }

  private struct Told: Diffable, Identifiable, Hashable {
    var id: Int
    var title: String

    func isContentEqual(to other: Told) -> Bool { true }
  }

  private struct Group: Diffable, Hashable {
    var id: Int
    var title: String
    var identity: Int { id }
  }

  @Test("identifiable elements are told apart by their id, hashable or not")
  func identifiable() {
    let hashable = Changeset(from: [Track(id: 1, title: "a")], to: [Track(id: 1, title: "b")])
    #expect(hashable.summary == ChangeSummary(updated: 1))
    let plain = Changeset(from: [Plain(id: 1, title: "a")], to: [Plain(id: 1, title: "b")])
    #expect(plain.summary == ChangeSummary(updated: 1))
    var holder = CollectionHolder([Track(id: 1, title: "a")])
    #expect(holder.set([Track(id: 1, title: "b")]).summary.updated == 1)
    let twice = [Track(id: 1, title: "a"), Track(id: 1, title: "b")]
    #expect(Duplicates(from: twice, to: []).source.identities == 1)
  }

  @Test("what is diffable is compared as such, whatever else it is")
  func diffableFirst() {
    let changeset = Changeset(from: [Told(id: 1, title: "a")], to: [Told(id: 1, title: "b")])
    #expect(changeset.isEmpty)
    #expect(Told(id: 7, title: "").identity == 7)
  }

  @Test("a diffable model's change is seen whatever its elements are")
  func mixedSections() {
    let (old, new) = (Group(id: 1, title: "a"), Group(id: 1, title: "b"))
    let numbers = SectionedChangeset(
      from: [DiffableSection(old, elements: [1, 2])], to: [DiffableSection(new, elements: [2])])
    #expect(
      numbers.stages.map(\.edits.description) == [
        "elements: deleted [0, 0]", "sections: updated 0",
      ])
    let items = SectionedChangeset(
      from: [DiffableSection(old, elements: [Item(1)])],
      to: [DiffableSection(new, elements: [Item(1, 1)])])
    #expect(items.summary.sections.updated == 1 && items.summary.elements.updated == 1)
  }

  @Test("a diffable element's change is seen whatever its section's model is")
  func hashableModels() {
    let changeset = SectionedChangeset(
      from: [DiffableSection("a", elements: [Item(1)])],
      to: [DiffableSection("a", elements: [Item(1, 1)])])
    #expect(changeset.stages.map(\.edits.description) == ["elements: updated [0, 0]"])
  }

  @Test("sections of identifiable models and elements need their key paths and no more")
  func keyPaths() {
    let changeset = SectionedChangeset(
      from: [DiffableSection(Plain(id: 1, title: "a"), elements: [Track(id: 1, title: "x")])],
      to: [DiffableSection(Plain(id: 1, title: "b"), elements: [Track(id: 1, title: "y")])],
      sectionIdentity: \.id, identity: \.id)
    #expect(changeset.summary.sections.updated == 1 && changeset.summary.elements.updated == 1)
  }
}

import Foundation
import StagedDiff
import Testing

@Suite("Sectioned changesets")
struct SectionedChangesetTests {
  private let old = [
    DiffableSection(Item(0), elements: [Item(1), Item(2), Item(3)]),
    DiffableSection(Item(1), elements: [Item(4)]),
    DiffableSection(Item(2), elements: [Item(9)]),
  ]
  private let new = [
    DiffableSection(Item(1, 1), elements: [Item(4), Item(1)]),
    DiffableSection(Item(0), elements: [Item(2, 1)]),
    DiffableSection(Item(5), elements: [Item(8)]),
  ]

  @Test("one element to a later section is one move")
  func laterSection() {
    let elements = (0..<1000).map { Item($0) }
    let changeset = SectionedChangeset(
      from: [DiffableSection(Item(0), elements: elements), DiffableSection(Item(1), elements: [])],
      to: [
        DiffableSection(Item(0), elements: elements.dropFirst()),
        DiffableSection(Item(1), elements: elements.prefix(1)),
      ])
    #expect(changeset.stages.map(\.edits.description) == ["elements: moved [0, 0]→[1, 0]"])
  }

  @Test("an element in a surviving section is preferred to a copy in a deleted one")
  func survivorPreferred() {
    let changeset = SectionedChangeset(
      from: [
        DiffableSection(Item(0), elements: [Item(7)]),
        DiffableSection(Item(1), elements: [Item(7)]),
      ],
      to: [DiffableSection(Item(1), elements: [Item(7)])])
    #expect(changeset.stages.map(\.edits.description) == ["sections: deleted 0"])
  }

  @Test("sections that name no protocol are told apart by closures")
  func closures() {
    let changeset = SectionedChangeset(
      from: old, to: new, sectionIdentity: \.id,
      isSectionContentEqual: { $0.content == $1.content }, identity: \.id,
      isContentEqual: { $0.content == $1.content })
    #expect(changeset == SectionedChangeset(from: old, to: new))
  }

  @Test("counts tell what goes and comes with its section")
  func summary() {
    let summary = SectionedChangeset(from: old, to: new).summary
    #expect(
      summary.sections
        == ChangeSummary(deleted: 1, inserted: 1, updated: 1, moved: 1, unchanged: 1))
    #expect(
      summary.elements
        == ChangeSummary(deleted: 2, inserted: 1, updated: 1, moved: 1, unchanged: 1))
  }

  @Test("come back from JSON as they were, in every mode", arguments: MoveDetection.allCases)
  func codable(mode: MoveDetection) throws {
    let changeset = SectionedChangeset(from: old, to: new, moves: mode)
    let data = try JSONEncoder().encode(changeset)
    let decoded = try JSONDecoder().decode(SectionedChangeset<Item, Item>.self, from: data)
    #expect(decoded == changeset)
  }

  @Test(
    "damaged ones do not come back",
    arguments: [
      ("\"deleted\":[2]", "\"deleted\":[]"), ("\"deleted\":[2]", "\"deleted\":[99]"),
      ("\"deleted\":[2]", "\"deleted\":[4]"), ("\"sectionPartners\":[]", "\"sectionPartners\":[0]"),
    ])
  func damaged(part: String, damage: String) throws {
    let data = try JSONEncoder().encode(SectionedChangeset(from: old, to: new))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains(part))
    let damaged = Data(text.replacingOccurrences(of: part, with: damage).utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SectionedChangeset<Item, Item>.self, from: damaged)
    }
  }

  @Test("are not applied to sections of other sizes")
  func mismatch() {
    #expect(SectionedChangeset(from: old, to: new).apply(to: new) == nil)
  }

  @Test("elements in any order lie in the sections that they name")
  func layout() throws {
    let layout = try #require(SectionLayout(sectionOfElements: [1, 0, 1], sectionCount: 2))
    #expect(layout.starts == [0, 1, 3])
    #expect(layout.order == [1, 0, 2])
    #expect(layout.element(at: ElementPath(section: 1, element: 1)) == 2)
    #expect(layout.element(at: ElementPath(section: -1, element: 0)) == nil)
    #expect(layout.path(ofFlattened: 3) == nil)
    #expect(SectionLayout(sectionOfElements: [2], sectionCount: 2) == nil)
    #expect(SectionLayout(sectionOfElements: [], sectionCount: -4)?.sectionCount == 0)
  }

  @Test("at the level of offsets elements keep their own numbers")
  func offsets() throws {
    let sections = Pairing(sourceIdentities: [10, 20], targetIdentities: [20, 10])
    let source = try #require(SectionLayout(sectionOfElements: [0, 1, 0], sectionCount: 2))
    let target = try #require(SectionLayout(sectionOfElements: [0, 1, 0], sectionCount: 2))
    let pairing = try #require(
      SectionedPairing(
        sections: sections, source: source, target: target, moves: .minimal,
        sourceIdentities: [1, 2, 3], targetIdentities: [2, 1, 3]))
    let changes = SectionedChanges(
      pairing: pairing, updatedTargetSections: [], updatedTargetElements: [2])
    #expect(
      changes.stages.map(\.description) == [
        "elements: updated [0, 1]", "sections: moved 1→0", "elements: moved [1, 1]→[0, 1]",
      ])
    let mismatch = SectionedPairing(
      sections: sections, source: source, target: target, moves: .minimal,
      sourceIdentities: [1], targetIdentities: [])
    #expect(mismatch == nil)
  }
}

import StagedDiff
import Testing

@Suite("Known results")
struct OracleTests {
  @Test("all cases are there")
  func count() {
    #expect(OracleCase.all.count == 45)
  }

  @Test(
    "linear: heckel mode gives DifferenceKit's stages and data",
    arguments: OracleCase.all.filter { $0.kind == "linear" })
  func linear(known: OracleCase) {
    let changeset = Changeset(from: known.sourceItems, to: known.targetItems, moves: .heckel)
    let stages = changeset.stages
    #expect(stages.count == known.stages.count)
    for (stage, expected) in zip(stages, known.stages) {
      let edits = stage.edits
      #expect(Set(edits.deleted.map { .init([$0]) }) == Set(expected.elementDeleted))
      #expect(Set(edits.inserted.map { .init([$0]) }) == Set(expected.elementInserted))
      #expect(Set(edits.updated.map { .init([$0]) }) == Set(expected.elementUpdated))
      let moved = edits.moved.map { OracleCase.Move([.init([$0.from]), .init([$0.to])]) }
      #expect(Set(moved) == Set(expected.elementMoved))
      #expect(stage.data == OracleCase.items(expected.data))
    }
    #expect(LinearLaws.violation(known.sourceItems, known.targetItems) == nil)
    let least = Changeset(from: known.sourceItems, to: known.targetItems)
    #expect(least.changes.moved.count == known.minMoves)
  }

  @Test(
    "sectioned: heckel mode gives DifferenceKit's stages and data",
    arguments: OracleCase.all.filter { $0.kind == "sectioned" })
  func sectioned(known: OracleCase) {
    let changeset = SectionedChangeset(
      from: known.sourceSections, to: known.targetSections, moves: .heckel)
    let stages = changeset.stages
    #expect(stages.count == known.stages.count)
    for (stage, expected) in zip(stages, known.stages) {
      let elements = stage.edits.elements
      #expect(Set(elements.deleted.map(place)) == Set(expected.elementDeleted))
      #expect(Set(elements.inserted.map(place)) == Set(expected.elementInserted))
      #expect(Set(elements.updated.map(place)) == Set(expected.elementUpdated))
      let moved = elements.moved.map { OracleCase.Move([place($0.from), place($0.to)]) }
      #expect(Set(moved) == Set(expected.elementMoved))
      let sections = stage.edits.sections
      #expect(Set(sections.deleted) == Set(expected.sectionDeleted ?? []))
      #expect(Set(sections.inserted) == Set(expected.sectionInserted ?? []))
      #expect(Set(sections.updated) == Set(expected.sectionUpdated ?? []))
      #expect(Set(sections.moved.map { [$0.from, $0.to] }) == Set(expected.sectionMoved ?? []))
      #expect(stage.data == OracleCase.sections(expected.data))
    }
    #expect(SectionedLaws.violation(known.sourceSections, known.targetSections) == nil)
    let least = SectionedChangeset(from: known.sourceSections, to: known.targetSections).changes
    #expect(least.sections.moved.count == known.minSectionMoves)
    #expect(least.elements.moved.count == known.minElementMoves)
  }

  /// The fixture's paths have the element first.
  private func place(_ path: ElementPath) -> OracleCase.Place {
    .init([path.element, path.section])
  }
}

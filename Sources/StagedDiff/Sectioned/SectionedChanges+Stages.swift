extension SectionedChanges {
  /// Whether there is no change.
  @inlinable public var isEmpty: Bool {
    sections.isEmpty && elements.deleted.isEmpty && elements.inserted.isEmpty && elements.updated.isEmpty
      && elements.moved.isEmpty
  }

  /// The numbers of changes by kind, of sections and of elements.
  ///
  /// Elements that go or come with their section count as deleted or inserted.
  ///
  /// - Complexity: O(*u* log *v*) for *u* updates and *v* moves.
  public var summary: SectionedSummary {
    let deleted = elements.deleted.count + elements.deletedWithSections
    let movedTargets = elements.moved.map(\.target32)
    let both = elements.updated.count { movedTargets.sortedContains($0.target32) }
    let touched = elements.updated.count + elements.moved.count - both
    return SectionedSummary(
      sections: sections.summary,
      elements: ChangeSummary(
        deleted: deleted, inserted: elements.inserted.count + elements.insertedWithSections,
        updated: elements.updated.count, moved: elements.moved.count, unchanged: source.elementCount - deleted - touched
      ))
  }

  /// The batches that turn source into target, in order, empty ones left out.
  ///
  /// 1. elements updated (paths in the source)
  /// 2. sections deleted, elements deleted (both in the source)
  /// 3. sections inserted, sections moved
  /// 4. elements inserted, elements moved; a move's `from` is its offset after the deletes, in the
  ///    section's position in the target
  /// 5. sections updated (offsets in the target)
  ///
  /// - Complexity: O(*c* log *n* + *s*) for *c* changes and *s* sections.
  public var stages: [SectionedStage] {
    (0..<steps.count).map { edits(Step(rawValue: steps.position(at: $0)) ?? .sectionUpdates) }
  }

  /// A stage's position among the five that there can be.
  @usableFromInline enum Step: Int, Sendable { case elementUpdates, deletes, sections, elements, sectionUpdates }

  @inlinable var steps: StepMask {
    StepMask(
      !elements.updated.isEmpty, !sections.deleted.isEmpty || !elements.deleted.isEmpty,
      !sections.inserted.isEmpty || !sections.moved.isEmpty, !elements.inserted.isEmpty || !elements.moved.isEmpty,
      !sections.updated.isEmpty)
  }

  @usableFromInline func edits(_ step: Step) -> SectionedStage {
    switch step {
    case .elementUpdates: SectionedStage(elements: .init(updated: source.paths(elements.updated.lazy.map(\.source32))))
    case .deletes:
      SectionedStage(
        sections: LinearStage(deleted: sections.deleted),
        elements: .init(deleted: source.paths(elements.deleted.numbers)))
    case .sections where sections.lists == nil: SectionedStage(sections: LinearStage(inserted: sections.inserted))
    case .sections:
      SectionedStage(sections: LinearStage(inserted: sections.inserted, moved: sections.movesAfterDeletes))
    case .elements:
      SectionedStage(elements: .init(inserted: placedInserts, moved: movesAfterSections))
    case .sectionUpdates: SectionedStage(sections: LinearStage(updated: Offsets(numbers: updatedSectionPlaces)))
    }
  }

  private var placedInserts: [ElementPath] {
    let paths = placed(target.paths(elements.inserted.numbers))
    return sectionPartners.isEmpty ? paths : paths.sorted()
  }

  /// The elements' moves at their stage, ascending by where they go: sections are in their target order already.
  private var movesAfterSections: [SectionedStage.Move] {
    if elements.moved.isEmpty { return [] }
    let newSections = sections.targetOffsets
    let targetPaths = placed(target.paths(elements.moved.map(\.target32)))
    let deleted = elements.deleted.numbers
    let moves = zip(elements.moved, targetPaths).map { pair, targetPath in
      let path = source.path(pair.source32)
      let start = source.starts[path.section]
      let deletedBefore = deleted.countBelow(pair.source32) - deleted.countBelow(start)
      let from = ElementPath(
        section: newSections[path.section], element: path.element32 - Int32(truncatingIfNeeded: deletedBefore))
      return SectionedStage.Move(from: from, to: targetPath)
    }
    return sectionPartners.isEmpty ? moves : moves.sorted { $0.to < $1.to }
  }

  /// Where updated sections are once all sections are in their places, ascending.
  private var updatedSectionPlaces: [Int32] {
    if sectionPartners.isEmpty { return sections.updated.map(\.target32).sorted() }
    let newSections = sections.targetOffsets
    return sections.updated.map { newSections[$0.source] }.sorted()
  }

  /// For each section of the target where it is in the collection that the stages lead to: the same unless order does
  /// not matter, where sections stay as they are in the source.
  package var placedSections: [Int32] {
    var places = Array(0..<Int32(truncatingIfNeeded: target.sectionCount))
    guard !sectionPartners.isEmpty else { return places }
    for (section, place) in sections.targetOffsets.enumerated() where place >= 0 {
      places[Int(sectionPartners[section])] = place
    }
    return places
  }

  /// Paths in the target as paths in the collection that the stages lead to.
  private func placed(_ paths: [ElementPath]) -> [ElementPath] {
    if sectionPartners.isEmpty { return paths }
    let newSections = placedSections
    return paths.map { ElementPath(section: newSections[$0.section], element: $0.element32) }
  }

  /// The changes that turn the target back into the source.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var inverted: SectionedChanges {
    let elements = ElementChanges(
      deleted: self.elements.inserted, inserted: self.elements.deleted,
      updated: self.elements.updated.map(\.swapped).sorted { $0.source32 < $1.source32 },
      moved: self.elements.moved.map(\.swapped).sorted { $0.target32 < $1.target32 },
      deletedWithSections: self.elements.insertedWithSections, insertedWithSections: self.elements.deletedWithSections)
    var partners = sectionPartners.isEmpty ? [] : [Int32](repeating: -1, count: target.sectionCount)
    for (section, partner) in sectionPartners.enumerated() where partner >= 0 {
      partners[Int(partner)] = Int32(truncatingIfNeeded: section)
    }
    return SectionedChanges(
      sections: sections.inverted, elements: elements, source: target, target: source, sectionPartners: partners)
  }
}

/// The numbers of changes, of sections and of elements.
public struct SectionedSummary: Sendable, Hashable, Codable {
  /// The changes of the sections themselves.
  public var sections: ChangeSummary
  /// The changes of elements.
  public var elements: ChangeSummary

  /// Creates a summary.
  public init(sections: ChangeSummary, elements: ChangeSummary) {
    self.sections = sections
    self.elements = elements
  }

  /// All changes; what is both updated and moved counts twice.
  public var changeCount: Int { sections.changeCount + elements.changeCount }
}

extension SectionedSummary: CustomStringConvertible {
  /// Both summaries, the sections' first.
  public var description: String { "sections: \(sections); elements: \(elements)" }
}

/// One edit for a consumer of sections that takes one at a time.
///
/// Each place is right at the time of its edit: all edits before it are done.
public enum SectionedEdit<Model, Element> {
  /// The element at a place becomes this one.
  case updateElement(at: ElementPath, Element)
  /// The element at a place goes.
  case deleteElement(at: ElementPath)
  /// The section at an offset goes, with all that is in it.
  case deleteSection(at: Int)
  /// This section comes to an offset, with its elements.
  case insertSection(at: Int, DiffableSection<Model, Element>)
  /// This element comes to a place.
  case insertElement(at: ElementPath, Element)
  /// The section at an offset takes this model.
  case updateSection(at: Int, Model)
}

extension SectionedEdit: Sendable where Model: Sendable, Element: Sendable {}
extension SectionedEdit: Equatable where Model: Equatable, Element: Equatable {}

extension SectionedChangeset {
  /// The changes one at a time, in the order of the stages: within each, deletes descending, then
  /// inserts ascending; a move is one of each.
  ///
  /// - Complexity: O(*n* + *m* + *c* log *c*) for *c* changes.
  public var sequentialEdits: [SectionedEdit<Model, Element>] {
    var edits: [SectionedEdit<Model, Element>] = []
    for stage in stages {
      let after = stage.data
      edits += removals(stage.edits)
      edits += arrivals(stage.edits, after)
      edits += updates(stage.edits, after)
    }
    return edits
  }

  private func removals(_ batch: SectionedStage) -> [SectionedEdit<Model, Element>] {
    let elements = (batch.elements.deleted + batch.elements.moved.map(\.from)).sorted(by: >)
    let sections = (batch.sections.deleted + batch.sections.moved.map(\.from)).sorted(by: >)
    return elements.map { .deleteElement(at: $0) } + sections.map { .deleteSection(at: $0) }
  }

  private func arrivals(_ batch: SectionedStage, _ after: [DiffableSection<Model, Element>]) -> [SectionedEdit<
    Model, Element
  >] {
    let sections = (batch.sections.inserted + batch.sections.moved.map(\.to)).sorted()
    let elements = (batch.elements.inserted + batch.elements.moved.map(\.to)).sorted()
    return sections.map { .insertSection(at: $0, after[$0]) }
      + elements.map { .insertElement(at: $0, element($0, after)) }
  }

  private func updates(_ batch: SectionedStage, _ after: [DiffableSection<Model, Element>]) -> [SectionedEdit<
    Model, Element
  >] {
    batch.elements.updated.map { .updateElement(at: $0, element($0, after)) }
      + batch.sections.updated.map { .updateSection(at: $0, after[$0].model) }
  }

  private func element(_ path: ElementPath, _ sections: [DiffableSection<Model, Element>]) -> Element {
    sections[path.section].elements[path.element]
  }
}

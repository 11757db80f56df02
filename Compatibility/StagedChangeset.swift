import StagedDiff

/// One batch of edits with the collection after it, in DifferenceKit's spelling.
public struct Changeset<Collection: Swift.Collection> {
  /// The collection after the batch.
  public var data: Collection
  /// The offsets of sections that go, come and change.
  public var sectionDeleted, sectionInserted, sectionUpdated: [Int]
  /// From where to where sections move.
  public var sectionMoved: [(source: Int, target: Int)]
  /// The paths of elements that go, come and change.
  public var elementDeleted, elementInserted, elementUpdated: [ElementPath]
  /// From where to where elements move.
  public var elementMoved: [(source: ElementPath, target: ElementPath)]

  /// Makes a batch.
  public init(
    data: Collection, sectionDeleted: [Int] = [], sectionInserted: [Int] = [], sectionUpdated: [Int] = [],
    sectionMoved: [(source: Int, target: Int)] = [], elementDeleted: [ElementPath] = [],
    elementInserted: [ElementPath] = [], elementUpdated: [ElementPath] = [],
    elementMoved: [(source: ElementPath, target: ElementPath)] = []
  ) {
    self.data = data
    self.sectionDeleted = sectionDeleted
    self.sectionInserted = sectionInserted
    self.sectionUpdated = sectionUpdated
    self.sectionMoved = sectionMoved
    self.elementDeleted = elementDeleted
    self.elementInserted = elementInserted
    self.elementUpdated = elementUpdated
    self.elementMoved = elementMoved
  }

  /// The number of edits of sections.
  public var sectionChangeCount: Int {
    sectionDeleted.count + sectionInserted.count + sectionUpdated.count + sectionMoved.count
  }

  /// The number of edits of elements.
  public var elementChangeCount: Int {
    elementDeleted.count + elementInserted.count + elementUpdated.count + elementMoved.count
  }

  /// The number of all edits.
  public var changeCount: Int { sectionChangeCount + elementChangeCount }

  /// Whether sections change.
  public var hasSectionChanges: Bool { sectionChangeCount > 0 }

  /// Whether elements change.
  public var hasElementChanges: Bool { elementChangeCount > 0 }

  /// Whether anything changes.
  public var hasChanges: Bool { changeCount > 0 }
}

extension Changeset: Equatable where Collection: Equatable {
  /// Whether both have the same data and the same edits, in whatever order.
  public static func == (left: Changeset, right: Changeset) -> Bool {
    left.data == right.data && left.edits == right.edits
  }

  /// Every edit as three paths in which −1 stands for none: its kind, where it begins and where it ends.
  private var edits: Set<[ElementPath]> {
    func path(_ section: Int) -> ElementPath { ElementPath(element: -1, section: section) }
    func edits(_ kind: Int, _ paths: [ElementPath]) -> [[ElementPath]] { paths.map { [path(kind), $0] } }
    return Set(
      edits(0, sectionDeleted.map(path)) + edits(1, sectionInserted.map(path)) + edits(2, sectionUpdated.map(path))
        + sectionMoved.map { [path(3), path($0.source), path($0.target)] } + edits(4, elementDeleted)
        + edits(5, elementInserted) + edits(6, elementUpdated) + elementMoved.map { [path(7), $0.source, $0.target] })
  }
}

/// The batches that lead from one collection to another, in DifferenceKit's spelling.
public struct StagedChangeset<Collection: Swift.Collection>: RandomAccessCollection, RangeReplaceableCollection,
  MutableCollection, ExpressibleByArrayLiteral
{
  private var changesets: [Changeset<Collection>] = []

  /// No batches.
  public init() {}

  /// The listed batches.
  public init(arrayLiteral changesets: Changeset<Collection>...) { self.changesets = changesets }

  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of batches.
  public var endIndex: Int { changesets.count }

  /// The batch at an index, from 0.
  public subscript(index: Int) -> Changeset<Collection> {
    get { changesets[index] }
    set { changesets[index] = newValue }
  }

  /// Puts batches in the place of others.
  public mutating func replaceSubrange<New: Swift.Collection>(_ range: Range<Int>, with changesets: New)
  where New.Element == Changeset<Collection> { self.changesets.replaceSubrange(range, with: changesets) }
}

extension StagedChangeset: Equatable where Collection: Equatable {}

/// An element of one side: two of different sides never have the same bytes, so that contents are always compared.
private struct Sided<Element> {
  let element: Element
  let isTarget: Bool
}

extension Sided where Element: Differentiable {
  static func isContentEqual(_ source: Sided, _ target: Sided) -> Bool {
    target.element.isContentEqual(to: source.element)
  }
}

extension StagedChangeset where Collection: RangeReplaceableCollection, Collection.Element: Differentiable {
  /// Finds the batches between two collections of elements that are in one section.
  ///
  /// - Complexity: O(*n* + *m*) expected.
  public init(source: Collection, target: Collection, section: Int = 0) {
    let changeset = StagedDiff.Changeset(
      from: source.map { Sided(element: $0, isTarget: false) }, to: target.map { Sided(element: $0, isTarget: true) },
      identity: \.element.differenceIdentifier, isContentEqual: { Sided.isContentEqual($0, $1) }, moves: .heckel)
    func path(_ offset: Int) -> ElementPath { ElementPath(element: offset, section: section) }
    self.init(
      changeset.stages.map { stage in
        let edits = stage.edits
        return Changeset(
          data: Collection(stage.data.lazy.map(\.element)), elementDeleted: edits.deleted.map(path),
          elementInserted: edits.inserted.map(path), elementUpdated: edits.updated.map(path),
          elementMoved: edits.moved.map { (path($0.from), path($0.to)) })
      })
  }
}

extension StagedChangeset where Collection: RangeReplaceableCollection, Collection.Element: DifferentiableSection {
  /// Finds the batches between two collections of sections.
  ///
  /// - Complexity: O(*n* + *m*) expected.
  public init(source: Collection, target: Collection) {
    typealias Item = Sided<Collection.Element.Collection.Element>
    func sections(_ collection: Collection, _ isTarget: Bool) -> [DiffableSection<Sided<Collection.Element>, Item>] {
      collection.map { section in
        DiffableSection(
          Sided(element: section, isTarget: isTarget),
          elements: section.elements.map { Item(element: $0, isTarget: isTarget) })
      }
    }
    let changeset = SectionedChangeset(
      from: sections(source, false), to: sections(target, true), sectionIdentity: \.element.differenceIdentifier,
      isSectionContentEqual: { Sided.isContentEqual($0, $1) }, identity: \.element.differenceIdentifier,
      isContentEqual: { Item.isContentEqual($0, $1) }, moves: .heckel)
    self.init(
      changeset.stages.map { stage in
        let (edits, data) = (stage.edits, stage.data)
        return Changeset(
          data: Collection(
            data.lazy.map {
              Collection.Element(source: $0.model.element, elements: $0.elements.lazy.map(\.element))
            }), sectionDeleted: Array(edits.sections.deleted), sectionInserted: Array(edits.sections.inserted),
          sectionUpdated: Array(edits.sections.updated), sectionMoved: edits.sections.moved.map { ($0.from, $0.to) },
          elementDeleted: edits.elements.deleted.map(ElementPath.init),
          elementInserted: edits.elements.inserted.map(ElementPath.init),
          elementUpdated: edits.elements.updated.map(ElementPath.init),
          elementMoved: edits.elements.moved.map { (ElementPath($0.from), ElementPath($0.to)) })
      })
  }
}

extension ElementPath {
  fileprivate init(_ path: StagedDiff.ElementPath) { self.init(element: path.element, section: path.section) }
}

#if canImport(_Concurrency)
  /// A view that shows sections of items, and takes batches of edits: a table or collection view.
  ///
  /// UIKit's and AppKit's table and collection views are. Another view takes ten lines:
  ///
  /// ```swift
  /// extension Grid: ListView {
  ///   var isShown: Bool { window != nil }
  ///   func perform(_ edits: SectionedStage, setData: () -> Void, completion: (@MainActor () -> Void)?) {
  ///     beginUpdates()
  ///     setData()
  ///     deleteSections(edits.sections.deleted)
  ///     insertSections(edits.sections.inserted)
  ///     reloadSections(edits.sections.updated)
  ///     for move in edits.sections.moved { moveSection(move.from, move.to) }
  ///     deleteItems(edits.elements.deleted)
  ///     insertItems(edits.elements.inserted)
  ///     reloadItems(edits.elements.updated)
  ///     for move in edits.elements.moved { moveItem(move.from, move.to) }
  ///     endUpdates()
  ///     completion?()
  ///   }
  ///   func reconfigure(_ paths: [ElementPath]) { for path in paths { configureCell(at: path) } }
  /// }
  /// ```
  @MainActor public protocol ListView: AnyObject {
    /// Whether anybody can see batches; if not, all is reloaded at once.
    var isShown: Bool { get }
    /// Asks the data source for everything anew.
    func reloadData()
    /// Begins updates, calls `setData`, hands on the edits and ends updates; calls `completion` when they have been
    /// animated.
    func perform(_ edits: SectionedStage, setData: () -> Void, completion: (@MainActor () -> Void)?)
    /// Configures the cells at some paths again.
    func reconfigure(_ paths: [ElementPath])
  }

  extension ListView {
    /// Goes from one collection to another.
    ///
    /// ```swift
    /// table.reload(using: Changeset(from: tracks, to: later)) { tracks = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - changes: what leads from the collection that is shown to the one that shall be.
    ///   - section: the section whose items show the collection, if it has no sections itself.
    ///   - isAnimated: whether changes are shown one by one; if not, everything is reloaded at once.
    ///   - limit: with more changes in all than this, everything is reloaded at once.
    ///   - interrupt: sees each stage before it is shown; if it says true, everything is reloaded in place of the rest.
    ///   - completion: is called when the last stage has been animated, or everything was reloaded.
    ///   - setData: takes the collection that the view is to show from now on.
    /// - Complexity: O(*n* + *m*) for each stage, and the view's own.
    public func reload<Changes: StagedChanges>(
      using changes: Changes, inSection section: Int = 0, isAnimated: Bool = true, reloadingAbove limit: Int? = nil,
      interrupt: ((Changes.Stages.Element) -> Bool)? = nil, completion: (@MainActor () -> Void)? = nil,
      setData: (Changes.Target) -> Void
    ) {
      show(changes, section, isAnimated, limit, interrupt, completion, setData) { edits, data, completion in
        perform(edits, setData: { setData(data) }, completion: completion)
      }
    }

    /// The same, with a way of its own to perform a batch.
    func show<Changes: StagedChanges>(
      _ changes: Changes, _ section: Int, _ isAnimated: Bool, _ limit: Int?,
      _ interrupt: ((Changes.Stages.Element) -> Bool)?, _ completion: (@MainActor () -> Void)?,
      _ setData: (Changes.Target) -> Void,
      perform: (SectionedStage, Changes.Target, (@MainActor () -> Void)?) -> Void
    ) {
      func reloadAll() {
        setData(changes.target)
        reloadData()
        completion?()
      }
      let isTooMuch = limit.map { changes.changeCount > $0 } ?? false
      if !isAnimated || !isShown || isTooMuch { return reloadAll() }
      var left = changes.stages.count
      if left == 0 { completion?() }
      for stage in changes.stages {
        if interrupt?(stage) ?? false { return reloadAll() }
        left -= 1
        let (edits, data) = changes.batch(stage, inSection: section)
        perform(edits, data, left == 0 ? completion : nil)
      }
    }
  }

  /// What leads from one collection to another in stages: ``Changeset`` or ``SectionedChangeset``.
  public protocol StagedChanges {
    /// The stages, in order.
    associatedtype Stages: Collection
    /// The collection that is shown: an array of elements or of sections.
    associatedtype Target
    /// The stages, in order.
    var stages: Stages { get }
    /// The collection after the last stage.
    var target: Target { get }
    /// The number of changes in all.
    var changeCount: Int { get }
    /// The edits of a stage, in a section if they have none themselves, and the collection after it.
    func batch(_ stage: Stages.Element, inSection section: Int) -> (edits: SectionedStage, data: Target)
  }

  extension Changeset: StagedChanges {
    /// The number of changes in all.
    public var changeCount: Int { summary.changeCount }

    /// The edits of a stage in one section, and the collection after it.
    public func batch(_ stage: Stage, inSection section: Int) -> (edits: SectionedStage, data: [Element]) {
      func path(_ offset: Int) -> ElementPath { ElementPath(section: section, element: offset) }
      let edits = stage.edits
      let elements = SectionedStage.ElementStage(
        updated: edits.updated.map(path), deleted: edits.deleted.map(path), inserted: edits.inserted.map(path),
        moved: edits.moved.map { SectionedStage.Move(from: path($0.from), to: path($0.to)) })
      return (SectionedStage(elements: elements), stage.data)
    }
  }

  extension SectionedChangeset: StagedChanges {
    /// The number of changes in all.
    public var changeCount: Int { summary.changeCount }

    /// The edits of a stage, and the sections after it.
    public func batch(_ stage: Stage, inSection _: Int) -> (
      edits: SectionedStage, data: [DiffableSection<Model, Element>]
    ) { (stage.edits, stage.data) }
  }
#endif

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UICollectionView {
    /// Goes from one collection to another, in the items of one section.
    ///
    /// ```swift
    /// grid.reload(using: Changeset(from: tracks, to: later)) { tracks = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - changeset: what leads from the collection that is shown to the one that shall be.
    ///   - section: the section whose items show the collection.
    ///   - limit: with more changes in all than this, everything is reloaded at once.
    ///   - interrupt: sees each stage before it is shown; if it says true, everything is reloaded in place of the rest.
    ///   - setData: takes the collection that the view is to show from now on.
    /// - Complexity: O(*n* + *m*) for each stage, and the view's own.
    public func reload<Element>(
      using changeset: Changeset<Element>, inSection section: Int = 0, reloadingAbove limit: Int? = nil,
      interrupt: (Changeset<Element>.Stage) -> Bool = { _ in false }, setData: ([Element]) -> Void
    ) {
      changeset.show(
        isVisible: window != nil, reloadingAbove: limit, interrupt: interrupt,
        reload: { data in
          setData(data)
          reloadData()
        },
        perform: { batch, data in
          performBatchUpdates {
            setData(data)
            take(batch.inSection(section))
          }
        })
    }

    /// Goes from one sectioned collection to another.
    ///
    /// The parameters are those of a plain collection.
    ///
    /// - Complexity: O(*n* + *m*) for each stage, and the view's own.
    public func reload<Model, Element>(
      using changeset: SectionedChangeset<Model, Element>, reloadingAbove limit: Int? = nil,
      interrupt: (SectionedChangeset<Model, Element>.Stage) -> Bool = { _ in false },
      setData: ([DiffableSection<Model, Element>]) -> Void
    ) {
      changeset.show(
        isVisible: window != nil, reloadingAbove: limit, interrupt: interrupt,
        reload: { data in
          setData(data)
          reloadData()
        },
        perform: { batch, data in
          performBatchUpdates {
            setData(data)
            take(batch)
          }
        })
    }

    private func take(_ batch: SectionedStage) {
      let (sections, items) = (batch.sections, batch.elements)
      deleteSections(IndexSet(sections.deleted))
      insertSections(IndexSet(sections.inserted))
      reloadSections(IndexSet(sections.updated))
      for move in sections.moved { moveSection(move.from, toSection: move.to) }
      deleteItems(at: items.deleted.map(\.indexPath))
      insertItems(at: items.inserted.map(\.indexPath))
      reloadItems(at: items.updated.map(\.indexPath))
      for move in items.moved { moveItem(at: move.from.indexPath, to: move.to.indexPath) }
    }
  }

  extension UICollectionView: ListView {
    /// Whether the view is in a window.
    public var isShown: Bool { window != nil }

    /// Hands edits on in one batch.
    public func perform(_ edits: SectionedStage, setData: () -> Void) {
      performBatchUpdates {
        setData()
        take(edits)
      }
    }

    /// Configures cells again; before iOS 15 they are reloaded.
    public func reconfigure(_ paths: [ElementPath]) {
      let paths = paths.map(\.indexPath)
      if #available(iOS 15, tvOS 15, *) { reconfigureItems(at: paths) } else { reloadItems(at: paths) }
    }
  }

  extension ElementPath {
    var indexPath: IndexPath { IndexPath(item: element, section: section) }
  }

  extension LinearStage {
    /// The batch as edits of the elements of one section.
    func inSection(_ section: Int) -> SectionedStage {
      func path(_ offset: Int) -> ElementPath { ElementPath(section: section, element: offset) }
      return SectionedStage(
        elements: SectionedStage.ElementStage(
          updated: updated.map(path), deleted: deleted.map(path), inserted: inserted.map(path),
          moved: moved.map { SectionedStage.Move(from: path($0.from), to: path($0.to)) }))
    }
  }
#endif

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UITableView {
    /// Goes from one collection to another, in the rows of one section.
    ///
    /// ```swift
    /// table.reload(using: Changeset(from: tracks, to: later)) { tracks = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - changeset: what leads from the collection that is shown to the one that shall be.
    ///   - animation: how rows come, go and change.
    ///   - section: the section whose rows show the collection.
    ///   - limit: with more changes in all than this, everything is reloaded at once.
    ///   - interrupt: sees each stage before it is shown; if it says true, everything is reloaded in place of the rest.
    ///   - setData: takes the collection that the table is to show from now on.
    /// - Complexity: O(*n* + *m*) for each stage, and the table's own.
    public func reload<Element>(
      using changeset: Changeset<Element>, with animation: RowAnimation = .automatic, inSection section: Int = 0,
      reloadingAbove limit: Int? = nil, interrupt: (Changeset<Element>.Stage) -> Bool = { _ in false },
      setData: ([Element]) -> Void
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
            take(batch.inSection(section), animation)
          }
        })
    }

    /// Goes from one sectioned collection to another.
    ///
    /// The parameters are those of a plain collection.
    ///
    /// - Complexity: O(*n* + *m*) for each stage, and the table's own.
    public func reload<Model, Element>(
      using changeset: SectionedChangeset<Model, Element>, with animation: RowAnimation = .automatic,
      reloadingAbove limit: Int? = nil, interrupt: (SectionedChangeset<Model, Element>.Stage) -> Bool = { _ in false },
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
            take(batch, animation)
          }
        })
    }

    private func take(_ batch: SectionedStage, _ animation: RowAnimation) {
      let (sections, rows) = (batch.sections, batch.elements)
      deleteSections(IndexSet(sections.deleted), with: animation)
      insertSections(IndexSet(sections.inserted), with: animation)
      reloadSections(IndexSet(sections.updated), with: animation)
      for move in sections.moved { moveSection(move.from, toSection: move.to) }
      deleteRows(at: rows.deleted.map(\.indexPath), with: animation)
      insertRows(at: rows.inserted.map(\.indexPath), with: animation)
      reloadRows(at: rows.updated.map(\.indexPath), with: animation)
      for move in rows.moved { moveRow(at: move.from.indexPath, to: move.to.indexPath) }
    }
  }

  extension UITableView: ListView {
    /// Whether the view is in a window.
    public var isShown: Bool { window != nil }

    /// Hands edits on in one batch.
    public func perform(_ edits: SectionedStage, setData: () -> Void) {
      performBatchUpdates {
        setData()
        take(edits, .automatic)
      }
    }

    /// Configures cells again; before iOS 15 they are reloaded.
    public func reconfigure(_ paths: [ElementPath]) {
      let paths = paths.map(\.indexPath)
      if #available(iOS 15, tvOS 15, *) { reconfigureRows(at: paths) } else { reloadRows(at: paths, with: .none) }
    }
  }
#endif

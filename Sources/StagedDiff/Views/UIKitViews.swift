#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UITableView: ListView {
    /// Whether the view is in a window.
    public var isShown: Bool { window != nil }

    /// Hands edits on in one batch.
    public func perform(_ edits: SectionedStage, setData: () -> Void, completion: (@MainActor () -> Void)?) {
      perform(edits, RowAnimations(all: .automatic), setData, completion)
    }

    /// Configures cells again; before iOS 15 they are reloaded.
    public func reconfigure(_ paths: [ElementPath]) {
      let paths = paths.map(\.indexPath)
      if #available(iOS 15, tvOS 15, *) { reconfigureRows(at: paths) } else { reloadRows(at: paths, with: .none) }
    }

    /// Goes from one collection to another, where sections and rows come, go and change in one way.
    ///
    /// The other parameters are those of
    /// ``ListView/reload(using:inSection:isAnimated:reloadingAbove:interrupt:completion:setData:)``.
    ///
    /// - Complexity: O(*n* + *m*) for each stage, and the table's own.
    public func reload<Changes: StagedChanges>(
      using changes: Changes, with animation: RowAnimation, inSection section: Int = 0, isAnimated: Bool = true,
      reloadingAbove limit: Int? = nil, interrupt: ((Changes.Stages.Element) -> Bool)? = nil,
      completion: (@MainActor () -> Void)? = nil, setData: (Changes.Target) -> Void
    ) {
      reload(
        using: changes, deleteSectionsAnimation: animation, insertSectionsAnimation: animation,
        reloadSectionsAnimation: animation, deleteRowsAnimation: animation, insertRowsAnimation: animation,
        reloadRowsAnimation: animation, inSection: section, isAnimated: isAnimated, reloadingAbove: limit,
        interrupt: interrupt, completion: completion, setData: setData)
    }

    /// Goes from one collection to another, where sections and rows come, go and change in ways of their own.
    ///
    /// - Complexity: O(*n* + *m*) for each stage, and the table's own.
    public func reload<Changes: StagedChanges>(
      using changes: Changes, deleteSectionsAnimation: RowAnimation, insertSectionsAnimation: RowAnimation,
      reloadSectionsAnimation: RowAnimation, deleteRowsAnimation: RowAnimation, insertRowsAnimation: RowAnimation,
      reloadRowsAnimation: RowAnimation, inSection section: Int = 0, isAnimated: Bool = true,
      reloadingAbove limit: Int? = nil, interrupt: ((Changes.Stages.Element) -> Bool)? = nil,
      completion: (@MainActor () -> Void)? = nil, setData: (Changes.Target) -> Void
    ) {
      let animations = RowAnimations(
        deleteSections: deleteSectionsAnimation, insertSections: insertSectionsAnimation,
        reloadSections: reloadSectionsAnimation, deleteRows: deleteRowsAnimation, insertRows: insertRowsAnimation,
        reloadRows: reloadRowsAnimation)
      show(changes, section, isAnimated, limit, interrupt, completion, setData) { edits, data, completion in
        perform(edits, animations, { setData(data) }, completion)
      }
    }

    private func perform(
      _ edits: SectionedStage, _ animations: RowAnimations, _ setData: () -> Void,
      _ completion: (@MainActor () -> Void)?
    ) {
      let (sections, rows) = (edits.sections, edits.elements)
      performBatchUpdates(
        {
          setData()
          deleteSections(IndexSet(sections.deleted), with: animations.deleteSections)
          insertSections(IndexSet(sections.inserted), with: animations.insertSections)
          reloadSections(IndexSet(sections.updated), with: animations.reloadSections)
          for move in sections.moved { moveSection(move.from, toSection: move.to) }
          deleteRows(at: rows.deleted.map(\.indexPath), with: animations.deleteRows)
          insertRows(at: rows.inserted.map(\.indexPath), with: animations.insertRows)
          reloadRows(at: rows.updated.map(\.indexPath), with: animations.reloadRows)
          for move in rows.moved { moveRow(at: move.from.indexPath, to: move.to.indexPath) }
        }, completion: { _ in completion?() })
    }
  }

  private struct RowAnimations {
    var deleteSections, insertSections, reloadSections: UITableView.RowAnimation
    var deleteRows, insertRows, reloadRows: UITableView.RowAnimation
  }

  extension RowAnimations {
    init(all: UITableView.RowAnimation) {
      self.init(
        deleteSections: all, insertSections: all, reloadSections: all, deleteRows: all, insertRows: all,
        reloadRows: all)
    }
  }

  extension UICollectionView: ListView {
    /// Whether the view is in a window.
    public var isShown: Bool { window != nil }

    /// Hands edits on in one batch.
    public func perform(_ edits: SectionedStage, setData: () -> Void, completion: (@MainActor () -> Void)?) {
      let (sections, items) = (edits.sections, edits.elements)
      performBatchUpdates(
        {
          setData()
          deleteSections(IndexSet(sections.deleted))
          insertSections(IndexSet(sections.inserted))
          reloadSections(IndexSet(sections.updated))
          for move in sections.moved { moveSection(move.from, toSection: move.to) }
          deleteItems(at: items.deleted.map(\.indexPath))
          insertItems(at: items.inserted.map(\.indexPath))
          reloadItems(at: items.updated.map(\.indexPath))
          for move in items.moved { moveItem(at: move.from.indexPath, to: move.to.indexPath) }
        }, completion: { _ in completion?() })
    }

    /// Configures cells again; before iOS 15 they are reloaded.
    public func reconfigure(_ paths: [ElementPath]) {
      let paths = paths.map(\.indexPath)
      if #available(iOS 15, tvOS 15, *) { reconfigureItems(at: paths) } else { reloadItems(at: paths) }
    }
  }

  extension ElementPath {
    fileprivate var indexPath: IndexPath { IndexPath(item: element, section: section) }
  }
#endif

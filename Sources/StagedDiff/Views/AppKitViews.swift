#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit

  /// A table has no sections: its rows are the items of the first one.
  extension NSTableView: ListView {
    /// Whether the view is in a window.
    public var isShown: Bool { window != nil }

    /// Hands edits on in one batch, without an animation of rows; where sections change, everything is reloaded.
    public func perform(_ edits: SectionedStage, setData: () -> Void, completion: (@MainActor () -> Void)?) {
      perform(edits, [], [], setData, completion)
    }

    /// Asks for the cells of rows again.
    public func reconfigure(_ paths: [ElementPath]) {
      reloadData(forRowIndexes: rows(paths), columnIndexes: IndexSet(0..<numberOfColumns))
    }

    /// Goes from one collection to another, where rows come and go in one way.
    ///
    /// The other parameters are those of
    /// ``ListView/reload(using:inSection:isAnimated:reloadingAbove:interrupt:completion:setData:)``.
    ///
    /// - Complexity: O(*n* + *m*) for each stage, and the table's own.
    public func reload<Changes: StagedChanges>(
      using changes: Changes, with animation: AnimationOptions, isAnimated: Bool = true,
      reloadingAbove limit: Int? = nil, interrupt: ((Changes.Stages.Element) -> Bool)? = nil,
      completion: (@MainActor () -> Void)? = nil, setData: (Changes.Target) -> Void
    ) {
      reload(
        using: changes, deleteRowsAnimation: animation, insertRowsAnimation: animation, isAnimated: isAnimated,
        reloadingAbove: limit, interrupt: interrupt, completion: completion, setData: setData)
    }

    /// Goes from one collection to another, where rows come and go in ways of their own.
    ///
    /// - Complexity: O(*n* + *m*) for each stage, and the table's own.
    public func reload<Changes: StagedChanges>(
      using changes: Changes, deleteRowsAnimation: AnimationOptions, insertRowsAnimation: AnimationOptions,
      isAnimated: Bool = true, reloadingAbove limit: Int? = nil,
      interrupt: ((Changes.Stages.Element) -> Bool)? = nil, completion: (@MainActor () -> Void)? = nil,
      setData: (Changes.Target) -> Void
    ) {
      show(changes, 0, isAnimated, limit, interrupt, completion, setData) { edits, data, completion in
        perform(edits, deleteRowsAnimation, insertRowsAnimation, { setData(data) }, completion)
      }
    }

    /// Each edit finds the rows where the edits before it left them here: what moves goes with what goes, and comes
    /// with what comes.
    private func perform(
      _ edits: SectionedStage, _ deletion: AnimationOptions, _ insertion: AnimationOptions, _ setData: () -> Void,
      _ completion: (@MainActor () -> Void)?
    ) {
      guard edits.sections.changeCount == 0 else {
        setData()
        reloadData()
        completion?()
        return
      }
      let edits = edits.elements
      NSAnimationContext.runAnimationGroup(
        { _ in
          beginUpdates()
          setData()
          reconfigure(edits.updated)
          removeRows(at: rows(edits.deleted + edits.moved.map(\.from)), withAnimation: deletion)
          insertRows(at: rows(edits.inserted + edits.moved.map(\.to)), withAnimation: insertion)
          endUpdates()
        }, completionHandler: { MainActor.assumeIsolated { completion?() } })
    }

    private func rows(_ paths: [ElementPath]) -> IndexSet { IndexSet(paths.filter { $0.section == 0 }.map(\.element)) }
  }

  extension NSCollectionView: ListView {
    /// Whether the view is in a window.
    public var isShown: Bool { window != nil }

    /// Hands edits on in one batch.
    public func perform(_ edits: SectionedStage, setData: () -> Void, completion: (@MainActor () -> Void)?) {
      let (sections, items) = (edits.sections, edits.elements)
      animator().performBatchUpdates(
        {
          setData()
          deleteSections(IndexSet(sections.deleted))
          insertSections(IndexSet(sections.inserted))
          reloadSections(IndexSet(sections.updated))
          for move in sections.moved { moveSection(move.from, toSection: move.to) }
          deleteItems(at: Set(items.deleted.map(\.indexPath)))
          insertItems(at: Set(items.inserted.map(\.indexPath)))
          reloadItems(at: Set(items.updated.map(\.indexPath)))
          for move in items.moved { moveItem(at: move.from.indexPath, to: move.to.indexPath) }
        }, completionHandler: { _ in completion?() })
    }

    /// Makes items anew, since this view cannot keep them.
    public func reconfigure(_ paths: [ElementPath]) { reloadItems(at: Set(paths.map(\.indexPath))) }
  }

  extension ElementPath {
    fileprivate var indexPath: IndexPath { IndexPath(item: element, section: section) }
  }
#endif

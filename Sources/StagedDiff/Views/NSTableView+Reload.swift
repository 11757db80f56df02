#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit

  extension NSTableView {
    /// Goes from one collection to another.
    ///
    /// ```swift
    /// table.reload(using: Changeset(from: tracks, to: later)) { tracks = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - changeset: what leads from the collection that is shown to the one that shall be.
    ///   - animation: how rows come and go.
    ///   - limit: with more changes in all than this, everything is reloaded at once.
    ///   - interrupt: sees each stage before it is shown; if it says true, everything is reloaded in place of the rest.
    ///   - setData: takes the collection that the table is to show from now on.
    /// - Complexity: O(*n* + *m*) for each stage, and the table's own.
    public func reload<Element>(
      using changeset: Changeset<Element>, with animation: AnimationOptions = [], reloadingAbove limit: Int? = nil,
      interrupt: (Changeset<Element>.Stage) -> Bool = { _ in false }, setData: ([Element]) -> Void
    ) {
      changeset.show(
        isVisible: window != nil, reloadingAbove: limit, interrupt: interrupt,
        reload: { data in
          setData(data)
          reloadData()
        },
        perform: { batch, data in
          beginUpdates()
          setData(data)
          take(batch, animation)
          endUpdates()
        })
    }

    /// Each edit finds the rows where the edits before it left them here: what moves goes with what
    /// goes, and comes with what comes.
    private func take(_ batch: LinearStage, _ animation: AnimationOptions) {
      reloadData(forRowIndexes: IndexSet(batch.updated), columnIndexes: IndexSet(0..<numberOfColumns))
      removeRows(at: IndexSet(batch.deleted + batch.moved.map(\.from)), withAnimation: animation)
      insertRows(at: IndexSet(batch.inserted + batch.moved.map(\.to)), withAnimation: animation)
    }
  }
#endif

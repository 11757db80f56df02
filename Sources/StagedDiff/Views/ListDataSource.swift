#if canImport(_Concurrency)
  /// What a list is to show: sections in order, and the items in each.
  ///
  /// Every section and every item is there once: one that is put in again moves to its new place. What is asked for and
  /// not there is left out, and what is to go next to something that is not there goes to the end.
  public struct ListSnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
    /// The sections with their items.
    public internal(set) var sections: [DiffableSection<Section, Item>] = []
    /// What shows new content though it is the same.
    var reloadedSections: Set<Section> = []
    var reloadedItems: Set<Item> = []
    var reconfiguredItems: Set<Item> = []
    private var known: Set<Item> = []

    /// Nothing yet.
    public init() {}

    /// All items, section after section.
    ///
    /// - Complexity: O(*n*).
    public var items: [Item] { flattened(sections) }

    /// Whether an item is there.
    public func contains(_ item: Item) -> Bool { known.contains(item) }

    /// The path of an item, or nil if it is not there.
    ///
    /// - Complexity: O(*n*).
    public func path(of item: Item) -> ElementPath? {
      guard contains(item) else { return nil }
      for (section, content) in sections.enumerated() {
        if let place = content.elements.firstIndex(of: item) { return ElementPath(section: section, element: place) }
      }
      return nil
    }

    /// Puts sections at the end, or before another one.
    ///
    /// - Complexity: O(*s*) for each of them, where there are *s* sections.
    public mutating func append(sections new: some Sequence<Section>, before next: Section? = nil) {
      for section in new where section != next {
        let old = place(of: section).map { sections.remove(at: $0) }
        let place = next.flatMap(place) ?? sections.count
        sections.insert(old ?? DiffableSection(section, elements: []), at: place)
      }
    }

    /// Takes sections out, with their items.
    ///
    /// - Complexity: O(*n*).
    public mutating func delete(sections gone: some Sequence<Section>) {
      let gone = Set(gone)
      for section in sections where gone.contains(section.model) { known.subtract(section.elements) }
      sections.removeAll { gone.contains($0.model) }
    }

    /// Puts items at the end of a section, by default the last one.
    ///
    /// - Complexity: O(1) for each new item, O(*n*) if some are there already.
    public mutating func append(_ items: some Sequence<Item>, to section: Section? = nil) {
      guard let place = section.map(place) ?? sections.indices.last else { return }
      sections[place].elements += taken(items)
    }

    /// Puts items before another one.
    ///
    /// - Complexity: O(*n*).
    public mutating func insert(_ items: some Sequence<Item>, before next: Item) { insert(items, next, 0) }

    /// Puts items behind another one.
    ///
    /// - Complexity: O(*n*).
    public mutating func insert(_ items: some Sequence<Item>, after previous: Item) { insert(items, previous, 1) }

    private mutating func insert(_ items: some Sequence<Item>, _ neighbour: Item, _ offset: Int) {
      let items = taken(items.filter { $0 != neighbour })
      if let path = path(of: neighbour) {
        sections[path.section].elements.insert(contentsOf: items, at: path.element + offset)
      } else if let last = sections.indices.last {
        sections[last].elements += items
      }
    }

    /// Takes items out.
    ///
    /// - Complexity: O(*n*).
    public mutating func delete(_ items: some Sequence<Item>) {
      let gone = Set(items).intersection(known)
      if gone.isEmpty { return }
      known.subtract(gone)
      for place in sections.indices { sections[place].elements.removeAll { gone.contains($0) } }
    }

    /// Has items shown anew that stay what they are; with `keepsCells` their cells are kept and only configured again.
    public mutating func reload(_ items: some Sequence<Item>, keepsCells: Bool = false) {
      if keepsCells { reconfiguredItems.formUnion(items) } else { reloadedItems.formUnion(items) }
    }

    /// Has whole sections shown anew.
    public mutating func reload(sections: some Sequence<Section>) { reloadedSections.formUnion(sections) }

    private func place(of section: Section) -> Int? { sections.firstIndex { $0.model == section } }

    /// Items each once, after they were taken out of where they are.
    private mutating func taken(_ items: some Sequence<Item>) -> [Item] {
      var seen: Set<Item> = []
      let items = items.filter { seen.insert($0).inserted }
      delete(items)
      if !sections.isEmpty { known.formUnion(items) }
      return items
    }
  }

  /// Shows snapshots in a view, each by the changes from the one before, which are found in the background.
  ///
  /// ```swift
  /// let source = ListDataSource<Grid, String, Int>(view: grid)
  /// var snapshot = source.snapshot
  /// snapshot.append(sections: ["new"])
  /// snapshot.append([1, 2, 3])
  /// await source.apply(snapshot)
  /// ```
  ///
  /// One snapshot is compared at a time, and shown. Of those that are applied meanwhile, only the last is shown
  /// afterwards.
  @MainActor public final class ListDataSource<View: ListView, Section: Hashable & Sendable, Item: Hashable & Sendable>
  {
    /// What the view shows.
    public private(set) var snapshot = ListSnapshot<Section, Item>()
    private weak var view: View?
    /// The last snapshot that was applied: it begins when those before it have ended.
    private var last: Task<Bool, Never>?
    private var applied = 0

    /// Shows nothing in a view, which is not kept alive.
    public init(view: View) { self.view = view }

    /// The number of items in a section; 0 if there is no such section.
    public func itemCount(inSection section: Int) -> Int {
      snapshot.sections.indices.contains(section) ? snapshot.sections[section].elements.count : 0
    }

    /// The item at a path, or nil if there is none.
    public func item(at path: ElementPath) -> Item? {
      guard path.element >= 0, path.element < itemCount(inSection: path.section) else { return nil }
      return snapshot.sections[path.section].elements[path.element]
    }

    /// Goes on to another snapshot.
    ///
    /// - Parameters:
    ///   - next: what the view is to show.
    ///   - isAnimated: whether changes are shown one by one; if not, all is reloaded at once.
    ///   - limit: with more changes in all than this, all is reloaded at once.
    /// - Returns: false if a later snapshot was applied before this one's turn, or the task was cancelled.
    /// - Complexity: O(*n* + *m*) expected in the background, and the view's own.
    @discardableResult public func apply(
      _ next: ListSnapshot<Section, Item>, isAnimated: Bool = true, reloadingAbove limit: Int? = nil
    ) async -> Bool {
      applied += 1
      let (number, previous) = (applied, last)
      let task = Task {
        _ = await previous?.value
        guard number == applied, !Task.isCancelled else { return false }
        // Later snapshots wait meanwhile. If they ended the search, fast ones would keep the view from ever changing.
        let changeset = await Self.changeset(from: snapshot.sections, to: next.sections)
        guard let changeset, !Task.isCancelled else { return false }
        show(next, changeset, isAnimated: isAnimated, limit)
        return true
      }
      last = task
      return await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }

    /// Finds the changes away from the main actor; nil if the task is cancelled meanwhile.
    @concurrent private nonisolated static func changeset(
      from old: [DiffableSection<Section, Item>], to new: [DiffableSection<Section, Item>]
    ) async -> SectionedChangeset<Section, Item>? {
      SectionedChangeset(from: old, to: new, isCancelled: { Task.isCancelled })
    }

    private func show(
      _ next: ListSnapshot<Section, Item>, _ changeset: SectionedChangeset<Section, Item>, isAnimated: Bool,
      _ limit: Int?
    ) {
      let old = snapshot
      snapshot = next
      snapshot.forgetReloads()
      guard let view else { return }
      var isReloaded = false
      snapshot.sections = old.sections
      changeset.show(
        isVisible: isAnimated && view.isShown, reloadingAbove: limit, interrupt: { _ in false },
        reload: { data in
          snapshot.sections = data
          view.reloadData()
          isReloaded = true
        },
        perform: { batch, data in view.perform(batch, setData: { snapshot.sections = data }, completion: nil) })
      snapshot.sections = next.sections
      if !isReloaded { reload(next, since: old, in: view) }
    }

    /// Shows anew what was there before and is to be reloaded.
    private func reload(_ next: ListSnapshot<Section, Item>, since old: ListSnapshot<Section, Item>, in view: View) {
      let before = Set(old.sections.map(\.model))
      let sections = next.sections.indices.filter {
        next.reloadedSections.contains(next.sections[$0].model) && before.contains(next.sections[$0].model)
      }
      func paths(_ wanted: Set<Item>) -> [ElementPath] {
        if wanted.isEmpty { return [] }
        return next.sections.enumerated().filter { !sections.contains($0.offset) }.flatMap { section, content in
          content.elements.enumerated().filter { wanted.contains($0.element) && old.contains($0.element) }
            .map { ElementPath(section: section, element: $0.offset) }
        }
      }
      let items = paths(next.reloadedItems)
      let kept = paths(next.reconfiguredItems.subtracting(next.reloadedItems))
      func perform(_ edits: SectionedStage) { view.perform(edits, setData: {}, completion: nil) }
      if !items.isEmpty { perform(SectionedStage(elements: .init(updated: items))) }
      if !sections.isEmpty { perform(SectionedStage(sections: LinearStage(updated: Offsets(sections)))) }
      if !kept.isEmpty { view.reconfigure(kept) }
    }
  }

  extension ListSnapshot {
    fileprivate mutating func forgetReloads() {
      reloadedSections = []
      reloadedItems = []
      reconfiguredItems = []
    }
  }
#endif

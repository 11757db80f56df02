import StagedDiff
import Testing

/// A view as the documentation of ``ListView`` supposes it.
@MainActor private final class Grid {
  let window: String? = "window"
  private(set) var calls: [String] = []

  func reloadData() { calls.append("reloadData") }
  func beginUpdates() { calls.append("begin") }
  func endUpdates() { calls.append("end") }
  func deleteSections(_ sections: Offsets) { note("delete", sections) }
  func insertSections(_ sections: Offsets) { note("insert", sections) }
  func reloadSections(_ sections: Offsets) { note("reload", sections) }
  func moveSection(_ from: Int, _ to: Int) { calls.append("move \(from) \(to)") }
  func deleteItems(_ paths: [ElementPath]) { note("delete", paths) }
  func insertItems(_ paths: [ElementPath]) { note("insert", paths) }
  func reloadItems(_ paths: [ElementPath]) { note("reload", paths) }
  func moveItem(_ from: ElementPath, _ to: ElementPath) { calls.append("move \(from) \(to)") }
  func configureCell(at path: ElementPath) { calls.append("configure \(path)") }

  private func note(_ verb: String, _ places: some Collection) {
    if !places.isEmpty { calls.append("\(verb) \(places)") }
  }
}

// As in the documentation of `ListView`.
extension Grid: ListView {
  var isShown: Bool { window != nil }
  func perform(_ edits: SectionedStage, setData: () -> Void, completion: (@MainActor () -> Void)?) {
    beginUpdates()
    setData()
    deleteSections(edits.sections.deleted)
    insertSections(edits.sections.inserted)
    reloadSections(edits.sections.updated)
    for move in edits.sections.moved { moveSection(move.from, move.to) }
    deleteItems(edits.elements.deleted)
    insertItems(edits.elements.inserted)
    reloadItems(edits.elements.updated)
    for move in edits.elements.moved { moveItem(move.from, move.to) }
    endUpdates()
    completion?()
  }
  func reconfigure(_ paths: [ElementPath]) { for path in paths { configureCell(at: path) } }
}

@Suite("Snippets on views") @MainActor
struct ViewSnippetTests {
  @Test("a view of one's own is shown snapshots as the documentation says")
  func grid() async {
    let grid = Grid()
    let source = ListDataSource<Grid, String, Int>(view: grid)
    var snapshot = source.snapshot
    snapshot.append(sections: ["new"])
    snapshot.append([1, 2, 3])
    await source.apply(snapshot)
    snapshot.insert([3], before: 1)
    snapshot.reload([2], keepsCells: true)
    await source.apply(snapshot)
    #expect(grid.calls == ["begin", "insert [0]", "end", "begin", "move [0, 2] [0, 0]", "end", "configure [0, 2]"])
  }

  @Test("a view of one's own goes from one collection to another, and says when it is there")
  func reload() {
    let grid = Grid()
    var shown = [1, 2]
    grid.reload(
      using: Changeset(from: [1, 2], to: [2]), inSection: 3, completion: { grid.reloadData() }, setData: { shown = $0 })
    #expect(shown == [2])
    #expect(grid.calls == ["begin", "delete [[3, 0]]", "end", "reloadData"])
  }

  @Test("a search is given up where its task is cancelled, as the documentation says")
  func search() async {
    let (old, new) = (["a"], ["b"])
    let task = Task { () -> Int? in
      guard let changeset = Changeset(from: old, to: new, isCancelled: { Task.isCancelled }) else { return nil }
      return changeset.stages.count
    }
    #expect(await task.value == 2)
  }
}

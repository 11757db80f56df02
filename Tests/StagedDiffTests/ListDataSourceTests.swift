import StagedDiff
import TestSupport
import Testing

/// A view that refuses what a real one would crash on, and reads what it shows from its data source.
@MainActor private final class StrictGrid: ListView {
  var strict = StrictSections<String, Int>([])
  var isShown = true
  var source: ListDataSource<StrictGrid, String, Int>?
  private(set) var log: [String] = []

  func reloadData() {
    log.append("all")
    strict.reload(with: shown)
  }

  func perform(_ edits: SectionedStage, setData: () -> Void, completion: (@MainActor () -> Void)?) {
    setData()
    log.append(edits.description)
    strict.perform(edits, data: shown)
    completion?()
  }

  func reconfigure(_ paths: [ElementPath]) { log.append("configured \(paths)") }

  /// What the data source says, asked as a view asks.
  private var shown: [DiffableSection<String, Int>] {
    guard let source else { return [] }
    return source.snapshot.sections.enumerated().map { section, content in
      let items = (0..<source.itemCount(inSection: section)).compactMap {
        source.item(at: ElementPath(section: section, element: $0))
      }
      return DiffableSection(content.model, elements: items)
    }
  }
}

@Suite("Data sources of lists") @MainActor
struct ListDataSourceTests {
  private let grid = StrictGrid()
  private let source: ListDataSource<StrictGrid, String, Int>

  init() {
    source = ListDataSource(view: grid)
    grid.source = source
  }

  private func snapshot(_ sections: KeyValuePairs<String, [Int]>) -> ListSnapshot<String, Int> {
    var snapshot = ListSnapshot<String, Int>()
    for (section, items) in sections {
      snapshot.append(sections: [section])
      snapshot.append(items)
    }
    return snapshot
  }

  private func text(_ snapshot: ListSnapshot<String, Int>) -> String {
    snapshot.sections.map(\.description).joined(separator: " ")
  }

  @Test("show what was applied, in batches that a strict view takes")
  func batches() async {
    #expect(await source.apply(snapshot(["a": [1, 2, 3], "b": [4]])))
    #expect(await source.apply(snapshot(["b": [4, 2], "a": [3, 1, 5]])))
    #expect(grid.strict.refusal == nil)
    #expect(grid.strict.sections.map(\.description) == ["b: [4, 2]", "a: [3, 1, 5]"])
    #expect(grid.log.first == "sections: inserted 0 1")
    #expect(grid.strict.reloads == 0)
  }

  @Test("take any snapshots one after the other")
  func random() async {
    var random = SeededGenerator.announced("data source")
    for _ in 0..<300 {
      var next = ListSnapshot<String, Int>()
      next.append(sections: ["a", "b", "c", "d"].shuffled(using: &random).prefix(.random(in: 0...4, using: &random)))
      for item in (0..<12).shuffled(using: &random).prefix(.random(in: 0...12, using: &random)) {
        next.append([item], to: next.sections.randomElement(using: &random)?.model)
      }
      next.reload((0..<12).filter { _ in .random(using: &random) })
      next.reload(sections: ["a", "c"].filter { _ in .random(using: &random) })
      #expect(await source.apply(next))
      #expect(grid.strict.sections == next.sections)
      #expect(source.snapshot.sections == next.sections)
    }
    #expect(grid.strict.refusal == nil)
  }

  @Test("show the last snapshot alone where several are applied at once")
  func latest() async {
    let (source, snapshots) = (source, (1...20).map { snapshot(["a": Array(0..<$0)]) })
    let tasks = snapshots.map { next in Task { @MainActor in await source.apply(next) } }
    var shown: [Bool] = []
    for task in tasks { shown.append(await task.value) }
    #expect(shown.last == true)
    #expect(shown.count { $0 } <= grid.strict.batches)
    #expect(grid.strict.sections == snapshots.last?.sections)
    #expect(grid.strict.refusal == nil)
  }

  @Test("show a snapshot whose search has begun, even if others are applied meanwhile")
  func steady() async {
    let (source, numbers) = (source, Array(0..<20_000))
    await source.apply(snapshot(["a": numbers]), isAnimated: false)
    let (slow, later) = (snapshot(["a": numbers.reversed()]), snapshot(["a": [1]]))
    let first = Task { @MainActor in await source.apply(slow, isAnimated: false) }
    // The main actor takes its turns in order: the search begins.
    for _ in 0..<10 { await Task.yield() }
    let second = Task { @MainActor in await source.apply(later, isAnimated: false) }
    #expect(await first.value)
    #expect(await second.value)
    #expect(grid.log == ["all", "all", "all"])
    #expect(source.snapshot.sections == later.sections)
  }

  @Test("show nothing of a task that was cancelled")
  func cancelled() async {
    let (source, next) = (source, snapshot(["a": [1]]))
    let task = Task { @MainActor in await source.apply(next) }
    task.cancel()
    #expect(await task.value == false)
    #expect(grid.log.isEmpty)
    #expect(source.snapshot.sections.isEmpty)
    #expect(await source.apply(next))
  }

  @Test("reload and configure what was there before, where it is now")
  func reloads() async {
    await source.apply(snapshot(["a": [1, 2], "b": [3]]))
    var next = source.snapshot
    next.append([4], to: "a")
    next.reload([1, 4, 9])
    next.reload([2], keepsCells: true)
    next.reload(sections: ["b", "c"])
    await source.apply(next)
    #expect(
      grid.log.suffix(4) == [
        "elements: inserted [0, 2]", "elements: updated [0, 0]", "sections: updated 1", "configured [[0, 1]]",
      ])
    let count = grid.log.count
    await source.apply(source.snapshot)
    #expect(grid.log.count == count)
  }

  @Test("reload all at once where nobody sees it, where it is wished, and above a limit")
  func wholes() async {
    await source.apply(snapshot(["a": [1]]), isAnimated: false)
    await source.apply(snapshot(["a": [1, 2, 3]]), reloadingAbove: 1)
    grid.isShown = false
    await source.apply(snapshot(["b": [1]]))
    #expect(grid.log == ["all", "all", "all"])
    #expect(grid.strict.sections.map(\.description) == ["b: [1]"])
  }

  @Test("snapshots hold each section and each item once")
  func editing() {
    var next = snapshot(["a": [1, 2, 2], "b": [3, 1]])
    #expect(text(next) == "a: [2] b: [3, 1]")
    next.insert([5, 6], before: 1)
    next.insert([2, 7], after: 3)
    #expect(text(next) == "a: [] b: [3, 2, 7, 5, 6, 1]")
    next.append(sections: ["c", "a"], before: "b")
    next.append([3], to: "a")
    #expect(text(next) == "c: [] a: [3] b: [2, 7, 5, 6, 1]")
    next.delete([7, 99])
    next.insert([8], after: 99)
    #expect(next.path(of: 8) == ElementPath(section: 2, element: 4))
    next.delete(sections: ["b", "z"])
    #expect(text(next) == "c: [] a: [3]")
    #expect(!next.contains(8))
    next.append([8], to: "z")
    #expect(next.items == [3])
    #expect(next.path(of: 8) == nil)
  }

  @Test("ask for nothing outside what there is")
  func outside() async {
    await source.apply(snapshot(["a": [1]]))
    #expect(source.itemCount(inSection: 1) == 0)
    #expect(source.item(at: ElementPath(section: -1, element: 0)) == nil)
    #expect(source.item(at: ElementPath(section: 0, element: -1)) == nil)
    #expect(source.item(at: ElementPath(section: 0, element: 0)) == 1)
  }
}

import StagedDiff
import Testing

/// The list of the documentation: a class of the main actor.
@MainActor
private final class TrackList {
  private(set) var tracks: [Item]
  private(set) var batches: [String] = []

  init(_ tracks: [Item]) { self.tracks = tracks }

  func show(_ later: [Item]) {
    Changeset(from: tracks, to: later).update(self)
  }
}

extension TrackList: @MainActor BatchConsumer {
  func perform(_ batch: LinearStage, data: [Item]) {
    tracks = data
    batches.append(batch.description)
  }

  func reload(with data: [Item]) { tracks = data }
}

@MainActor
private final class Groups: @MainActor BatchConsumer {
  var sections: [ItemSection] = []

  func perform(_ batch: SectionedStage, data: [ItemSection]) { sections = data }
  func reload(with data: [ItemSection]) { sections = data }
}

@Suite("Consumers that are objects")
@MainActor
struct ConsumerTests {
  @Test("a class of the main actor takes batches, and hands itself over")
  func trackList() {
    let list = TrackList([Item(1), Item(2)])
    list.show([Item(2, 1), Item(3)])
    #expect(list.tracks == [Item(2, 1), Item(3)])
    #expect(list.batches == ["updated 1", "deleted 0", "inserted 1"])
  }

  @Test("one that takes sections is handed over without an ampersand, too")
  func groups() {
    let groups = Groups()
    let target = [ItemSection(Item(1), elements: [Item(2)])]
    SectionedChangeset(from: groups.sections, to: target).update(groups)
    #expect(groups.sections == target)
    SectionedChangeset(from: target, to: []).update(groups, reloadingAbove: 0)
    #expect(groups.sections.isEmpty)
  }
}

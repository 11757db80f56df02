// The snippets of "Your first diff", which `ViewTests` looks for here; it is compiled beside `main.swift`.
// Its lines are as the page has them.
// swift-format-ignore-file
import UIKit

struct Track: Diffable, Equatable {
  var id: Int
  var title: String
  var plays: Int

  var identity: Int { id }
}

func changes(_ old: [Track], _ new: [Track]) {
  let changeset = Changeset(
    from: old, to: new, identity: \.id,
    isContentEqual: { $0.title == $1.title })
  for pair in changeset.changes.updated {
    print(changeset.source[pair.source].title, "is now",
          changeset.target[pair.target].title)
  }
}

@MainActor struct Spinner { func stop() {} }

@MainActor func show(_ later: [Track], in table: UITableView, _ spinner: Spinner) async {
  var tracks: [Track] = []
  table.reload(using: Changeset(from: tracks, to: later)) { tracks = $0 }
  table.reload(using: Changeset(from: tracks, to: later), with: .fade, completion: { spinner.stop() }) {
    tracks = $0
  }
  let source = ListDataSource<UITableView, String, Int>(view: table)
  var snapshot = source.snapshot
  snapshot.append(sections: ["new"])
  snapshot.append(tracks.map(\.id))
  await source.apply(snapshot)
}

func show<List: BatchConsumer<LinearStage, [Track]>>(_ firstTracks: [Track], _ laterTracks: [Track], in list: inout List) {
  let changeset = Changeset(from: firstTracks, to: laterTracks)
  changeset.update(&list)
  changeset.update(&list, reloadingAbove: 500) { stage in
    stage.edits.inserted.count > 100
  }
  var tracks = CollectionHolder(firstTracks)
  tracks.set(laterTracks).update(&list)
}

@MainActor
final class TrackList {
  var tracks: [Track] = []

  func show(_ later: [Track]) {
    Changeset(from: tracks, to: later).update(self)
  }
}

extension TrackList: @MainActor BatchConsumer {
  func perform(_ batch: LinearStage, data: [Track]) {
    tracks = data
    // … and the rows of the batch, deleted, inserted, updated, moved
  }

  func reload(with data: [Track]) { tracks = data }
}

func sections(_ tracks: [Track]) -> Int {
  let changeset = SectionedChangeset(
    from: [
      DiffableSection("new", elements: tracks), DiffableSection("heard", elements: []),
    ],
    to: [
      DiffableSection("new", elements: tracks.dropLast()),
      DiffableSection("heard", elements: tracks.suffix(1)),
    ])
  return changeset.stages.count
}

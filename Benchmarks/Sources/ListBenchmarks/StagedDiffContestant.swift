import Foundation
import StagedDiff

extension Item: Diffable {
  var identity: Int { id }
}

/// Each closure takes every stage's edits and data, as whoever shows them does.
enum StagedDiffContestant {
  static func values<Element: Hashable>(_ source: [Element], _ target: [Element]) -> () -> Int {
    { taken(Changeset(from: source, to: target).stages) }
  }

  static func items(_ source: [Item], _ target: [Item]) -> () -> Int {
    { taken(Changeset(from: source, to: target).stages) }
  }

  static func anyItems(_ source: [Item], _ target: [Item]) -> () -> Int {
    let sides = (source.map { AnyDiffable($0) }, target.map { AnyDiffable($0) })
    return { taken(Changeset(from: sides.0, to: sides.1).stages) }
  }

  static func sections(_ source: [[UUID]], _ target: [[UUID]]) -> () -> Int {
    let sides = (sections(source), sections(target))
    return {
      SectionedChangeset(from: sides.0, to: sides.1).stages.reduce(0) { $0 + $1.data.count + $1.edits.changeCount }
    }
  }

  private static func sections(_ elements: [[UUID]]) -> [DiffableSection<Int, UUID>] {
    elements.enumerated().map { DiffableSection($0, elements: $1) }
  }

  @inline(__always) private static func taken<Element>(_ stages: Changeset<Element>.Stages) -> Int {
    stages.reduce(0) { $0 + $1.data.count + $1.edits.changeCount }
  }
}

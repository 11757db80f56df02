import StagedDiff

/// The engine's result, for one collection of records or for sections of them.
enum EngineChanges: Sendable {
  case linear(LinearChanges)
  case sectioned(SectionedChanges)

  /// Offsets in the target of paired records at another place, ascending.
  var movedTargets: [Int32] {
    switch self {
    case .linear(let changes): changes.moved.map(\.target32)
    case .sectioned(let changes): changes.elements.moved.map(\.target32)
    }
  }

  /// Offsets in the source of all deleted records, ascending.
  func deletedSources(_ pairs: any RecordPairs) -> [Int32] {
    if case .linear(let changes) = self { changes.deleted.numbers } else { pairs.unpairedSources }
  }

  /// Offsets in the target of all inserted records, ascending.
  func insertedTargets(_ pairs: any RecordPairs) -> [Int32] {
    if case .linear(let changes) = self { changes.inserted.numbers } else { pairs.unpairedTargets }
  }

  /// How many sections changed; `nil` without sections.
  var sectionSummary: Summary? {
    switch self {
    case .linear: nil
    case .sectioned(let changes): changes.sections.summary
    }
  }
}

/// How many records (or sections) changed, and how: deleted, inserted, updated, moved, unchanged.
package typealias Summary = ChangeSummary

extension ChangeSummary {
  package var isEmpty: Bool { changeCount == 0 }
}

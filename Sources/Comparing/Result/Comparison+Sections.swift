import Records
import StagedDiff

extension Comparison {
  /// Whether nothing differs, neither a record nor a section nor which columns there are.
  package var isSame: Bool {
    summary.isEmpty && sectionSummary?.isEmpty ?? true && columnChanges.isEmpty
  }

  /// How many sections a side has; 0 without sections.
  package func sectionCount(_ side: Side) -> Int { sections?.divisions[side].names.count ?? 0 }

  /// What names the sections that changed in a way: deleted ones in the source's order, others in the target's.
  ///
  /// One that is updated and moved is among both; without sections there is none.
  package func sectionNames(changed kind: Change.Kind) -> [Value] {
    guard case .sectioned(let changes) = edits, let names = sections?.divisions else { return [] }
    let sections = changes.sections
    return switch kind {
    case .deleted: sections.deleted.map { names.source.names[$0] }
    case .inserted: sections.inserted.map { names.target.names[$0] }
    case .updated: sections.updated.map(\.target).sorted().map { names.target.names[$0] }
    case .moved: sections.moved.map { names.target.names[$0.target] }
    }
  }
}

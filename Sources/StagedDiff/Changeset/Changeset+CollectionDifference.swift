extension Changeset {
  /// The changes as the standard library's difference: a move is a removal and an insertion that
  /// know of each other, an update a removal and an insertion.
  ///
  /// - Returns: nil never for a changeset with moves found; with ``MoveDetection/none`` an element
  ///   may be in another place than the difference says.
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var collectionDifference: CollectionDifference<Element>? {
    let movedSources = Dictionary(
      changes.moved.map { ($0.source, $0.target) }, uniquingKeysWith: { first, _ in first })
    var edits: [CollectionDifference<Element>.Change] = []
    for offset in changes.deleted { edits.append(removal(offset, nil)) }
    for offset in changes.inserted { edits.append(insertion(offset, nil)) }
    for pair in changes.moved {
      edits.append(removal(pair.source, pair.target))
      edits.append(insertion(pair.target, pair.source))
    }
    for pair in changes.updated where movedSources[pair.source] == nil {
      edits.append(removal(pair.source, nil))
      edits.append(insertion(pair.target, nil))
    }
    return CollectionDifference(edits)
  }

  private func removal(_ offset: Int, _ associated: Int?)
    -> CollectionDifference<Element>.Change
  {
    .remove(
      offset: offset, element: source[offset], associatedWith: associated)
  }

  private func insertion(_ offset: Int, _ associated: Int?)
    -> CollectionDifference<Element>.Change
  {
    .insert(
      offset: offset, element: target[offset], associatedWith: associated)
  }

  /// Takes over the standard library's difference: removals and insertions that know of each other
  /// are moves, the others deletes and inserts.
  ///
  /// - Returns: nil if the difference cannot be applied to `source`.
  /// - Complexity: O(*n* + *c* log *c*) for *c* changes.
  public init?(from source: some Collection<Element>, difference: CollectionDifference<Element>) {
    let source = Array(source)
    guard let target = source.applying(difference) else { return nil }
    var deleted: [Int] = []
    var inserted: [Int] = []
    var moved: [OffsetPair] = []
    for case .remove(let offset, _, let associated) in difference.removals {
      if associated == nil { deleted.append(offset) }
    }
    for case .insert(let offset, _, let associated) in difference.insertions {
      if let associated {
        moved.append(OffsetPair(source: associated, target: offset))
      } else {
        inserted.append(offset)
      }
    }
    let changes = LinearChanges(
      sourceCount: source.count, targetCount: target.count, deleted: Offsets(deleted),
      inserted: Offsets(inserted),
      updated: [], moved: moved, moves: .minimal)
    guard changes.isConsistent else { return nil }
    self.init(source: source, target: target, changes: changes)
  }
}

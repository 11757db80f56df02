extension LinearChanges: Codable {
  private enum Key: String, CodingKey {
    case sourceCount, targetCount, deleted, inserted, updated, moved, moves
  }

  /// Reads changes back.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the offsets are no changes of two collections.
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      sourceCount: try values.decode(Int.self, forKey: .sourceCount),
      targetCount: try values.decode(Int.self, forKey: .targetCount),
      deleted: try values.decode(Offsets.self, forKey: .deleted),
      inserted: try values.decode(Offsets.self, forKey: .inserted),
      updated: try values.decode([OffsetPair].self, forKey: .updated),
      moved: try values.decode([OffsetPair].self, forKey: .moved),
      moves: try values.decode(MoveDetection.self, forKey: .moves))
    guard isConsistent else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "the offsets are no changes of two collections of these lengths"))
    }
  }

  /// Writes the changes: lengths, the offsets of each kind, and how moves were found.
  ///
  /// - Complexity: O(*c*) for *c* changes.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(sourceCount, forKey: .sourceCount)
    try values.encode(targetCount, forKey: .targetCount)
    try values.encode(deleted, forKey: .deleted)
    try values.encode(inserted, forKey: .inserted)
    try values.encode(updated, forKey: .updated)
    try values.encode(moved, forKey: .moved)
    try values.encode(moves, forKey: .moves)
  }

  /// Whether these offsets can be replayed: in range, in order, none twice, and as many left over
  /// on one side as on the other.
  var isConsistent: Bool {
    guard sourceCount >= 0, targetCount >= 0, sourceCount < Int(Int32.max),
      targetCount < Int(Int32.max), sourceCount - deleted.count == targetCount - inserted.count
    else { return false }
    let goneSources = (deleted.numbers + moved.map(\.source32)).sorted()
    let takenTargets = (inserted.numbers + moved.map(\.target32)).sorted()
    let updatedTargets = updated.map(\.target32).sorted()
    return isAscending(deleted.numbers, below: sourceCount)
      && isAscending(inserted.numbers, below: targetCount)
      && isAscending(goneSources, below: sourceCount)
      && isAscending(takenTargets, below: targetCount)
      && isAscending(moved.map(\.target32), below: targetCount)
      && isAscending(updated.map(\.source32), below: sourceCount)
      && isAscending(updatedTargets, below: targetCount)
      && !updated.contains {
        deleted.numbers.sortedContains($0.source32) || inserted.numbers.sortedContains($0.target32)
      }
  }
}

/// Whether numbers ascend strictly from 0 to below a limit.
func isAscending(_ numbers: [Int32], below limit: Int) -> Bool {
  guard let first = numbers.first, let last = numbers.last else { return true }
  return first >= 0 && Int(last) < limit && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
}

private enum ChangesetKey: String, CodingKey { case source, target, changes }

extension Changeset: Encodable where Element: Encodable {
  /// Writes both collections and the changes.
  ///
  /// - Complexity: O(*n* + *m*).
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ChangesetKey.self)
    try values.encode(source, forKey: .source)
    try values.encode(target, forKey: .target)
    try values.encode(changes, forKey: .changes)
  }
}

extension Changeset: Decodable where Element: Decodable {
  /// Reads a changeset back.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the changes do not go with the collections.
  /// - Complexity: O(*n* + *m*).
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ChangesetKey.self)
    self.init(
      source: try values.decode([Element].self, forKey: .source),
      target: try values.decode([Element].self, forKey: .target),
      changes: try values.decode(LinearChanges.self, forKey: .changes))
    guard changes.sourceCount == source.count, changes.targetCount == target.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .changes, in: values,
        debugDescription: "the changes are those of collections of other lengths")
    }
  }
}

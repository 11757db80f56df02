import Records

extension PatchDocument {
  /// Opens a result, whatever reads it.
  ///
  /// - Throws: `RecordError` if it cannot be read, `PatchError` if it is no result.
  package static func open(path: String) throws -> PatchDocument {
    try read(input(path: path, as: ReadOptions()))
  }
}

/// Reads small files whole, such as rules and manifests.
package enum TextFile {
  /// All bytes of a file.
  ///
  /// - Throws: `RecordError` where it cannot be read.
  package static func read(_ path: String) throws(RecordError) -> [UInt8] {
    let storage = try FileBytes.load(path: path, name: path, smallestMapping: .max)
    return withExtendedLifetime(storage) { Array(storage.bytes) }
  }
}

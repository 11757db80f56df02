/// Reads small files whole, such as rules and manifests.
package enum TextFile {
  /// All bytes of a file.
  ///
  /// - Throws: `RecordError` where it cannot be read.
  package static func read(_ path: String) throws(RecordError) -> [UInt8] {
    var options = ReadOptions()
    options.smallestMapping = .max
    let storage = try FileBytes.load(path: path, name: path, options)
    return withExtendedLifetime(storage) { Array(storage.bytes) }
  }
}

import Platform

/// Reads small files whole, such as rules and manifests.
package enum TextFile {
  package static func read(_ path: String) throws(RecordError) -> [UInt8] {
    var options = ReadOptions()
    options.smallestMapping = .max
    let storage = try FileBytes.load(path: path, name: path, options)
    return withExtendedLifetime(storage) { Array(storage.bytes) }
  }

  private static let largestPlugin = 16 << 20

  /// All bytes of a plug-in's file, which is a regular one: any other might never end.
  package static func readPlugin(_ path: String) throws(RecordError) -> [UInt8] {
    func refused(_ reason: String) -> RecordError {
      RecordError(.system(operation: "read", reason: reason), file: path)
    }
    guard FilePath.exists(path) else { return try read(path) }
    guard let size = FilePath.size(of: path) else { throw refused("not a regular file") }
    guard size <= largestPlugin else { throw refused("a plug-in has at most \(ByteSize.spelling(largestPlugin))") }
    return try read(path)
  }
}

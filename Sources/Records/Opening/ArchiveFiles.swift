import Platform

/// The files of a zip archive, or of a tar archive that may be compressed, read into memory.
package enum ArchiveFiles {
  /// A file of an archive.
  package typealias File = (name: String, bytes: [UInt8])

  /// Reads an archive.
  ///
  /// - Parameter limit: The most bytes that are read of it, and of all its files.
  /// - Throws: `RecordError` where it cannot be read, or is none.
  package static func read(_ path: String, limit: Int) throws(RecordError) -> [File] {
    var options = ReadOptions()
    options.inputLimit = .atMost(limit)
    options.readsAnything = true
    let storage = try FileBytes.load(path: path, name: path, options)
    if ZipArchive.recognizes(storage.bytes) { return try zip(storage, path, options, limit) }
    let plain = try ByteStorage.inflated(path: path, name: path, options: options)
    return try tar(Array(plain.bytes), named: path)
  }

  /// The files of a tar archive.
  ///
  /// - Parameter name: What messages call it.
  package static func tar(_ bytes: [UInt8], named name: String) throws(RecordError) -> [File] {
    guard TarArchive.recognizes(bytes) else {
      throw RecordError(
        .system(operation: "read", reason: "it is no .zip, .tar or .tar.gz"), file: name)
    }
    return try TarArchive(bytes, name: name).members.map { ($0.name, Array($0.bytes)) }
  }

  private static func zip(
    _ storage: ByteStorage, _ path: String, _ options: ReadOptions, _ limit: Int
  ) throws(RecordError) -> [File] {
    let archive = try ZipArchive(storage.bytes, name: path)
    var files: [File] = []
    var size = 0
    for member in archive.members {
      let content = try archive.content(of: member, name: "\(path)!\(member.name)", options)
      size += content.bytes.count
      guard size <= limit else {
        throw RecordError(
          .system(operation: "read", reason: "more than \(ByteSize.spelling(limit)) are in it"),
          file: path)
      }
      files.append((member.name, Array(content.bytes)))
    }
    return files
  }
}

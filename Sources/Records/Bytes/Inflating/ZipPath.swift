import Platform

/// A file in a zip archive, as it is named in place of a file: `export.zip!users.csv`.
struct ZipPath {
  let archive: String
  let member: String

  /// `nil` for what is a file itself, and where no part of the path in front of a `!` is one.
  init?(_ path: String) {
    guard path.utf8.contains(UInt8(ascii: "!")), path != "-", !FilePath.exists(path) else { return nil }
    let marks = path.indices.filter { path[$0] == "!" }
    guard let mark = marks.first(where: { FilePath.size(of: String(path[..<$0])) != nil }) else { return nil }
    archive = String(path[..<mark])
    member = String(path[path.index(after: mark)...])
  }

  func load(name: String, _ options: ReadOptions) throws(RecordError) -> ByteStorage {
    try withArchive(options) { (archive) throws(RecordError) in
      guard let found = archive.members.first(where: { $0.name == member }) else {
        throw RecordError(.zip(.noMember(member, archive.members.map(\.name))), file: self.archive)
      }
      return try archive.content(of: found, name: name, options)
    }
  }

  func names() throws(RecordError) -> [String] {
    try withArchive(ReadOptions()) { (archive) throws(RecordError) in archive.members.map(\.name) }
  }

  private func withArchive<R>(_ options: ReadOptions, _ body: (ZipArchive) throws(RecordError) -> R) throws(RecordError)
    -> R
  {
    var options = options
    // The limit is for what is inflated.
    options.inputLimit = .unlimited
    let storage = try FileBytes.load(path: archive, name: archive, options)
    return try storage.reading(archive) { () throws(RecordError) in
      guard ForeignFormat(of: storage.bytes)?.isArchive ?? false else {
        throw RecordError(.zip(.noArchive), file: archive)
      }
      return try body(ZipArchive(storage.bytes, name: archive))
    }
  }
}

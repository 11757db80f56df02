import Platform
import Synchronization

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
      guard let found = archive[member] else {
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
    let opened =
      if let archives = options.archives { try archives.opened(archive, options) } else {
        try Self.open(archive, options)
      }
    return try opened.storage.reading(archive) { () throws(RecordError) in try body(opened.archive) }
  }

  fileprivate static func open(_ path: String, _ options: ReadOptions) throws(RecordError) -> ZipArchives.Opened {
    var options = options
    // The limit is for what is inflated.
    options.inputLimit = .unlimited
    let storage = try FileBytes.load(path: path, name: path, options)
    return try storage.reading(path) { () throws(RecordError) in
      guard ForeignFormat(of: storage.bytes)?.isArchive ?? false else {
        throw RecordError(.zip(.noArchive), file: path)
      }
      return (storage, try ZipArchive(storage.bytes, name: path))
    }
  }
}

/// The zip archives that hold the parts of a table, each of which is opened once.
package final class ZipArchives: Sendable, Equatable {
  fileprivate typealias Opened = (storage: ByteStorage, archive: ZipArchive)
  private let archives = Mutex<[String: Opened]>([:])

  fileprivate func opened(_ path: String, _ options: ReadOptions) throws(RecordError) -> Opened {
    try archives.withLock { (archives) throws(RecordError) in
      if let known = archives[path] { return known }
      let opened = try ZipPath.open(path, options)
      archives[path] = opened
      return opened
    }
  }

  package static func == (first: ZipArchives, second: ZipArchives) -> Bool { first === second }
}

import Platform
import Records

/// Reads the files of a folder and those below it, without what is hidden.
struct PackageWalk {
  private let folder: String
  /// Whether only Lua files count.
  private let luaOnly: Bool
  /// A folder in it that does not count.
  private let omitted: String?
  private var found: [PackageFiles.File] = []
  private var size = 0

  /// More than this is no plug-in, and would be read each time that it is used.
  static let (mostFiles, mostBytes, deepest) = (1000, 64 << 20, 16)

  init(of folder: String, luaOnly: Bool = false, besides omitted: String? = nil) {
    self.folder = folder
    self.luaOnly = luaOnly
    self.omitted = omitted
  }

  /// The files in the order of their names.
  ///
  /// - Parameter prefix: What their names begin with.
  consuming func files(below prefix: String = "") throws(RecordError) -> [PackageFiles.File] {
    try add("", depth: 0)
    return found.map { .init(name: prefix + $0.name, bytes: $0.bytes) }.sorted { $0.name < $1.name }
  }

  private mutating func add(_ place: String, depth: Int) throws(RecordError) {
    let directory = FilePath.joined(folder, place)
    let entries: [DirectoryEntry]
    let limit = luaOnly ? Int.max : Self.mostFiles + 1
    do { entries = try DirectoryEntry.all(in: directory, limit: limit) } catch {
      throw refused("\(error)", directory)
    }
    guard depth < Self.deepest, entries.count < limit else {
      throw refused("a plug-in has at most \(Self.mostFiles) files", directory)
    }
    for entry in entries {
      let name = place.isEmpty ? entry.name : "\(place)/\(entry.name)"
      let path = FilePath.joined(folder, name)
      if FilePath.isDirectory(path) {
        if name != omitted { try add(name, depth: depth + 1) }
      } else if !luaOnly || name.hasSuffix(".lua") {
        try add(file: name, at: path)
      }
    }
  }

  private mutating func add(file name: String, at path: String) throws(RecordError) {
    // Digests stand in lines.
    guard !name.contains(where: \.isNewline) else {
      throw refused("its name has a line end", path)
    }
    let bytes = try TextFile.readPlugin(path)
    size += bytes.count
    guard found.count < Self.mostFiles, size <= Self.mostBytes else {
      throw refused(
        "a plug-in has at most \(Self.mostFiles) files, of \(ByteSize.spelling(Self.mostBytes))",
        path)
    }
    found.append(PackageFiles.File(name: name, bytes: bytes))
  }

  private func refused(_ reason: String, _ path: String) -> RecordError {
    RecordError(.system(operation: "read", reason: reason), file: path)
  }
}

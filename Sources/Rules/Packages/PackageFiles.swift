import LuaRuntime
import Platform
import Records

/// All files of a plug-in, or of a project's own rules, read once: what is digested is what runs.
package struct PackageFiles: Sendable, Equatable {
  package struct File: Sendable, Equatable {
    /// Its path below the folder.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }

    /// Its SHA-256, in hexadecimal digits.
    package var digest: String { SHA256.hexadecimal(of: bytes) }
  }

  /// The file that runs first.
  package let path: String
  /// All files in the order of their names, the first one among them.
  package let files: [File]
  /// What names of modules begin with.
  private let prefix: String

  /// What a folder that is a plug-in begins with.
  package static let folderFile = "init.lua"
  /// Where a project keeps what is its own, and in it what it says for all its files; older, rules for git.
  package static let (projectFolder, projectFile, rulesFile) = (".lunadiff", "project.lua", "rules.lua")
  /// Where a project or a user keeps plug-ins.
  package static let pluginFolder = "plugins"

  /// Reads a plug-in, which is the folder of an `init.lua`, or a file `NAME.lua` and the folder `NAME` beside it; or a
  /// project's rules and the Lua files beside them.
  ///
  /// - Parameters:
  ///   - path: The file that runs first.
  ///   - luaOnly: Whether only what can run is read.
  /// - Throws: `RecordError` where a file cannot be read, or there are too many.
  package init(path: String, luaOnly: Bool = false) throws(RecordError) {
    self.path = path
    let name = FilePath.name(of: path)
    if let folder = Self.folder(ofPlugin: path) {
      files = try PackageWalk(of: folder, luaOnly: luaOnly).files()
      prefix = Self.stem(ofPlugin: path) + "."
    } else if Self.isProject(path) {
      files = try PackageWalk(of: FilePath.directory(of: path), luaOnly: true, besides: Self.pluginFolder).files()
      prefix = ""
    } else {
      var files = [File(name: name, bytes: try TextFile.readPlugin(path))]
      if let folder = Self.moduleFolder(ofPlugin: path), FilePath.isDirectory(folder) {
        files += try PackageWalk(of: folder, luaOnly: luaOnly).files(below: FilePath.name(of: folder) + "/")
      }
      self.files = files
      prefix = ""
    }
    guard files.contains(where: { $0.name == name }) else {
      let reason = FilePath.exists(path) ? "not a regular file" : "No such file or directory"
      throw RecordError(.system(operation: "read", reason: reason), file: path)
    }
  }

  /// Files as if they had been read; `path` is the one of them that runs first.
  package init(path: String, files: [File]) {
    self.path = path
    self.files = files.sorted { $0.name < $1.name }
    prefix = Self.folder(ofPlugin: path) == nil ? "" : Self.stem(ofPlugin: path) + "."
  }

  /// The Lua text that runs first.
  package var main: [UInt8] {
    let name = FilePath.name(of: path)
    return files.first { $0.name == name }?.bytes ?? []
  }

  /// The other Lua files, as `require` names them.
  package var modules: [LuaModule] {
    let folder = FilePath.directory(of: path)
    let name = FilePath.name(of: path)
    return files.compactMap { file in
      guard file.name != name, file.name.hasSuffix(".lua") else { return nil }
      let stem =
        file.name.hasSuffix("/\(Self.folderFile)") ? FilePath.directory(of: file.name) : String(file.name.dropLast(4))
      let words = stem.split(separator: "/").joined(separator: ".")
      return LuaModule(name: prefix + words, path: FilePath.joined(folder, file.name), text: file.bytes)
    }
  }

  /// The digests, a line a file, as `sha256sum` writes them.
  package var digests: [String] { files.map { DigestLine.text($0.digest, $0.name) } }

  /// The same with the names that the files have in a folder of plug-ins.
  var digestsInFolder: Set<String> {
    let folder = Self.folder(ofPlugin: path) == nil ? "" : Self.stem(ofPlugin: path) + "/"
    return Set(files.map { DigestLine.text($0.digest, folder + $0.name) })
  }

  /// Whether a file is what a project says for its files, or its rules.
  package static func isProject(_ path: String, called names: [String] = [projectFile, rulesFile]) -> Bool {
    guard names.contains(FilePath.name(of: path)) else { return false }
    return FilePath.name(of: FilePath.directory(of: FilePath.resolved(path) ?? path)) == projectFolder
  }

  /// The folder that is a plug-in with this first file; `nil` for one that is a single file.
  package static func folder(ofPlugin path: String) -> String? {
    guard FilePath.name(of: path) == folderFile else { return nil }
    let folder = FilePath.directory(of: path)
    // What the current directory is called does not stand in the path.
    let hasName = ![".", ".."].contains(FilePath.name(of: folder))
    return hasName ? folder : FilePath.resolved(folder) ?? folder
  }

  /// Where a plug-in's modules are, and the data that it looks up: the folder that it is, or, of a file `NAME.lua`, the
  /// folder `NAME` beside it; `nil` where that is a plug-in of its own, or a link that leads elsewhere.
  package static func moduleFolder(ofPlugin path: String) -> String? {
    if let folder = folder(ofPlugin: path) { return folder }
    let directory = FilePath.directory(of: path)
    let folder = FilePath.joined(directory, stem(ofPlugin: path))
    let isOwn = folder != path && !FilePath.exists(FilePath.joined(folder, folderFile))
    return isOwn && FilePath.isInside(folder, directory) ? folder : nil
  }

  /// The folder's name, or the file's without `.lua`.
  package static func stem(ofPlugin path: String) -> String {
    let name = FilePath.name(of: folder(ofPlugin: path) ?? path)
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }
}

/// Reads the files of a folder and those below it, without what is hidden.
struct PackageWalk {
  private let folder: String
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
    do { entries = try DirectoryEntry.all(in: directory, limit: limit) } catch { throw refused("\(error)", directory) }
    guard depth < Self.deepest, entries.count < limit else {
      throw refused("a plug-in has at most \(Self.mostFiles) files", directory)
    }
    for entry in entries {
      let name = place.isEmpty ? entry.name : "\(place)/\(entry.name)"
      let path = FilePath.joined(folder, name)
      let isDirectory = FilePath.isDirectory(path)
      guard isDirectory ? name != omitted : !luaOnly || name.hasSuffix(".lua") else { continue }
      // What is read may be copied, and is given to scripts.
      guard entry.isFile || entry.isDirectory || FilePath.isInside(path, folder) else {
        throw refused("it is a link that leaves the folder \(folder)", path)
      }
      if isDirectory { try add(name, depth: depth + 1) } else { try add(file: name, at: path) }
    }
  }

  private mutating func add(file name: String, at path: String) throws(RecordError) {
    // Digests stand in lines.
    guard !name.contains(where: \.isNewline) else { throw refused("its name has a line end", path) }
    let bytes = try TextFile.readPlugin(path)
    size += bytes.count
    guard found.count < Self.mostFiles, size <= Self.mostBytes else {
      throw refused("a plug-in has at most \(Self.mostFiles) files, of \(ByteSize.spelling(Self.mostBytes))", path)
    }
    found.append(PackageFiles.File(name: name, bytes: bytes))
  }

  private func refused(_ reason: String, _ path: String) -> RecordError {
    RecordError(.system(operation: "read", reason: reason), file: path)
  }
}

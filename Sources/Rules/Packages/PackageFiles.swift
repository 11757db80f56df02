import LuaRuntime
import Platform
import Records

/// All files of a plug-in, or of a project's own rules, read once: what is digested is what runs.
package struct PackageFiles: Sendable, Equatable {
  /// One of the files.
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
  /// Where a project keeps what is its own, and in it its rules.
  package static let (projectFolder, rulesFile) = (".lunadiff", "rules.lua")
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
    } else if Self.isRules(path) {
      files = try PackageWalk(
        of: FilePath.directory(of: path), luaOnly: true, besides: Self.pluginFolder
      ).files()
      prefix = ""
    } else {
      var files = [File(name: name, bytes: try TextFile.readPlugin(path))]
      if let folder = Self.moduleFolder(ofPlugin: path), FilePath.isDirectory(folder) {
        files += try PackageWalk(of: folder, luaOnly: luaOnly)
          .files(below: FilePath.name(of: folder) + "/")
      }
      self.files = files
      prefix = ""
    }
    guard files.contains(where: { $0.name == name }) else {
      throw RecordError(.system(operation: "read", reason: "not a regular file"), file: path)
    }
  }

  /// Files that are known, as if they had been read.
  ///
  /// - Parameter path: The file that runs first, which is one of them.
  package init(path: String, files: [File]) {
    self.path = path
    self.files = files.sorted { $0.name < $1.name }
    prefix = Self.folder(ofPlugin: path) == nil ? "" : Self.stem(ofPlugin: path) + "."
  }

  /// The files of a folder and those below it, without what is hidden.
  ///
  /// - Throws: `RecordError` where one cannot be read, or there are too many.
  package static func all(in folder: String) throws(RecordError) -> [File] {
    try PackageWalk(of: folder).files()
  }

  /// The most bytes that all files have together.
  package static var mostBytes: Int { PackageWalk.mostBytes }

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
        file.name.hasSuffix("/\(Self.folderFile)")
        ? FilePath.directory(of: file.name) : String(file.name.dropLast(4))
      let words = stem.split(separator: "/").joined(separator: ".")
      return LuaModule(
        name: prefix + words, path: FilePath.joined(folder, file.name), text: file.bytes)
    }
  }

  /// The digests, a line a file, as `sha256sum` writes them.
  package var digests: [String] { files.map { DigestLine.text($0.digest, $0.name) } }

  /// The same with the names that the files have in a folder of plug-ins.
  var digestsInFolder: Set<String> {
    let folder = Self.folder(ofPlugin: path) == nil ? "" : Self.stem(ofPlugin: path) + "/"
    return Set(files.map { DigestLine.text($0.digest, folder + $0.name) })
  }

  /// Whether a path is that of a project's rules.
  package static func isRules(_ path: String) -> Bool {
    let folder = FilePath.directory(of: FilePath.resolved(path) ?? path)
    return FilePath.name(of: path) == rulesFile && FilePath.name(of: folder) == projectFolder
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
  /// folder `NAME` beside it; `nil` where that is a plug-in of its own.
  package static func moduleFolder(ofPlugin path: String) -> String? {
    if let folder = folder(ofPlugin: path) { return folder }
    let folder = FilePath.joined(FilePath.directory(of: path), stem(ofPlugin: path))
    return FilePath.exists(FilePath.joined(folder, folderFile)) || folder == path ? nil : folder
  }

  /// The folder's name, or the file's without `.lua`.
  package static func stem(ofPlugin path: String) -> String {
    let name = FilePath.name(of: folder(ofPlugin: path) ?? path)
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }
}

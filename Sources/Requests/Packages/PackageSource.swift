import Platform
import Records
import Rules

/// A plug-in that is somewhere else, all of its files read.
struct PackageSource {
  /// The files, named below the plug-in's folder.
  private(set) var files: [PackageFiles.File]
  /// The file that runs first.
  private(set) var main = PackageFiles.folderFile
  /// What it is called where its text does not say so.
  private var stem: String

  /// Whether it has more files than one.
  var isFolder: Bool { main == PackageFiles.folderFile }

  /// Reads a Lua file, a folder, an archive, or a commit of a git repository.
  ///
  /// - Parameter revision: The commit, for a git repository; without it a working tree is read as it stands.
  /// - Throws: `LunaDiffError` where it cannot be read, or is no plug-in.
  init(_ path: String, revision: String?) throws(LunaDiffError) {
    do {
      stem = FilePath.name(of: FilePath.resolved(path) ?? path)
      if revision != nil || Self.isBareRepository(path) {
        files = try Self.commit(revision ?? "HEAD", of: path)
      } else if FilePath.isDirectory(path) {
        files = try PackageFiles.all(in: path)
      } else if path.hasSuffix(".lua") {
        files = [.init(name: stem, bytes: try TextFile.readPlugin(path))]
      } else {
        files = try Self.plain(
          ArchiveFiles.read(path, limit: PackageFiles.mostBytes), of: path)
      }
    } catch {
      throw LunaDiffError(error)
    }
    try findMain(path)
  }

  /// The plug-in as if it lay in a folder of its own name.
  var package: PackageFiles {
    let name = declaredName ?? PackageFiles.stem(ofPlugin: stem)
    return PackageFiles(path: isFolder ? "\(name)/\(main)" : main, files: files)
  }

  /// The files as they are called once the first of them has a path.
  func files(as path: String) -> [PackageFiles.File] {
    isFolder ? files : files.map { .init(name: FilePath.name(of: path), bytes: $0.bytes) }
  }

  /// The name that the text says, which modules of it are required by.
  private var declaredName: String? {
    let text = files.first { $0.name == main }.map { String(decoding: $0.bytes, as: UTF8.self) }
    return text?.firstMatch(of: /\bname\s*=\s*["'](\w+)["']/).map { String($0.1) }
  }

  /// Finds the file that runs first, below folders that hold nothing else.
  private mutating func findMain(_ path: String) throws(LunaDiffError) {
    while !files.contains(where: { $0.name == main }) {
      let alone = files.map(\.name).filter { name in
        name.hasSuffix(".lua") && !name.hasSuffix(".test.lua") && !name.contains("/")
      }
      if alone.count == 1 {
        main = alone[0]
        files = files.filter { $0.name == main }
        return
      }
      let tops = Set(files.map { $0.name.prefix { $0 != "/" } })
      guard tops.count == 1, let top = tops.first, files.allSatisfy({ $0.name.contains("/") })
      else {
        throw LunaDiffError(
          "\(path): it is no plug-in: there is neither \(PackageFiles.folderFile) nor one Lua file alone"
        )
      }
      stem = String(top)
      files = files.map { .init(name: String($0.name.dropFirst(top.count + 1)), bytes: $0.bytes) }
    }
  }

  // MARK: Archives

  /// Whether a directory is a repository without a working tree.
  private static func isBareRepository(_ path: String) -> Bool {
    ["HEAD", "objects", "refs"].allSatisfy { FilePath.exists(FilePath.joined(path, $0)) }
  }

  private static func commit(
    _ revision: String, of path: String
  ) throws -> [PackageFiles.File] {
    let git = Subprocess("git", ["-C", path, "archive", "--end-of-options", revision])
    let (end, output) = try git.run(limit: PackageFiles.mostBytes)
    guard end.status == 0 else {
      throw LunaDiffError("\(path): \(end.reason.trimmingPrefix("fatal: "))")
    }
    return try plain(ArchiveFiles.tar(output, named: path), of: path)
  }

  /// The files of an archive but those that are hidden.
  ///
  /// - Throws: `LunaDiffError` for a name that leads out of the folder.
  private static func plain(
    _ files: [ArchiveFiles.File], of path: String
  ) throws(LunaDiffError) -> [PackageFiles.File] {
    var plain: [PackageFiles.File] = []
    for file in files {
      // `tar cf x.tar .` writes names so.
      let name = file.name.hasPrefix("./") ? String(file.name.dropFirst(2)) : file.name
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard !parts.contains(""), !parts.contains(".."), !name.contains(where: \.isNewline)
      else {
        throw LunaDiffError("\(path): the name '\(name)' in it is no name of a plug-in's file")
      }
      if !parts.contains(where: { $0.hasPrefix(".") }) {
        plain.append(.init(name: name, bytes: file.bytes))
      }
    }
    return plain
  }
}

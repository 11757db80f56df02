import Platform
import Records
import Rules

/// A plug-in that is somewhere else, all of its files read.
struct PackageSource {
  /// The files, named below the plug-in's folder; of a plug-in that is a file, from the folder that this is in.
  private var files: [PackageFiles.File]
  /// The file that runs first.
  private var main = PackageFiles.folderFile
  /// What it is called where its text does not say so.
  private var stem: String
  /// The commit that was taken of a git repository.
  private(set) var revision: String?

  /// Reads a Lua file, a folder, an archive, or a commit of a git repository.
  ///
  /// - Parameter revision: The commit, for a git repository; without it a working tree is read as it stands.
  /// - Throws: `LunaDiffError` where it cannot be read, or is no plug-in.
  init(_ path: String, revision: String?) throws(LunaDiffError) {
    do {
      stem = FilePath.name(of: FilePath.resolved(path) ?? path)
      if revision != nil || Self.isBareRepository(path) {
        (files, self.revision) = try Self.commit(revision ?? "HEAD", of: path)
      } else if FilePath.isDirectory(path) {
        files = try PackageFiles.all(in: path)
      } else if path.hasSuffix(".lua") {
        files = try PackageFiles(path: path).files
      } else {
        files = try Self.plain(
          ArchiveFiles.read(path, limit: PackageFiles.mostBytes), of: path)
      }
    } catch {
      throw LunaDiffError(error)
    }
    try findMain(path)
  }

  /// The plug-in as it is called where it is now.
  var package: PackageFiles {
    placed(as: declaredName ?? PackageFiles.stem(ofPlugin: stem), in: ".")
  }

  /// The plug-in as it is under a name in a folder of plug-ins.
  func placed(as name: String, in folder: String) -> PackageFiles {
    let place = FilePath.joined(folder, name)
    guard main != PackageFiles.folderFile else {
      return PackageFiles(path: "\(place)/\(main)", files: files)
    }
    let old = PackageFiles.stem(ofPlugin: main)
    let renamed = files.map {
      PackageFiles.File(name: name + $0.name.dropFirst(old.count), bytes: $0.bytes)
    }
    return PackageFiles(path: "\(place).lua", files: renamed)
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
        let folder = PackageFiles.stem(ofPlugin: main) + "/"
        files = files.filter { $0.name == main || $0.name.hasPrefix(folder) }
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
  ) throws -> ([PackageFiles.File], revision: String) {
    let archive = try output(
      of: Subprocess("git", ["-C", path, "archive", "--end-of-options", revision]), path)
    // A branch may be another commit the next time.
    let name = "\(revision)^{commit}"
    let commit = try output(
      of: Subprocess("git", ["-C", path, "rev-parse", "--verify", "--end-of-options", name]), path)
    return (
      try plain(ArchiveFiles.tar(archive, named: path), of: path),
      String(decoding: commit.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    )
  }

  private static func output(of git: Subprocess, _ path: String) throws -> [UInt8] {
    let (end, output) = try git.run(limit: PackageFiles.mostBytes)
    guard end.status == 0 else {
      throw LunaDiffError("\(path): \(end.reason.trimmingPrefix("fatal: "))")
    }
    return output
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

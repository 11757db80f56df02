import Platform
import Records
import Rules

/// Puts plug-ins into a folder of plug-ins, takes down what was put there, and keeps it so.
package struct PluginInstall {
  package var folder: PluginSearch.Folder
  /// Where the plug-ins are that they may require, and that may require them.
  package var search = PluginSearch()
  package var revision: String?
  /// The digest that an index has for what is added.
  package var digest: String?
  package var replaces = false
  /// Whether others may lack afterwards what they require.
  package var breaksOthers = false
  /// Where it is written down that a project's plug-in is trusted.
  package var trust: PackageTrust?

  package init(to folder: PluginSearch.Folder) { self.folder = folder }

  /// Reads a Lua file, a folder, an archive or a git repository, checks it beside the others, and puts it in its place.
  package func add(_ path: String) throws(LunaDiffError) -> PluginListing {
    try add(PackageSource(path, revision: revision), from: path)
  }

  /// Takes a plug-in once more from where it came from, or from a place that an index has for it; `nil` where nothing
  /// has changed.
  package func update(_ name: String, from place: String? = nil) throws(LunaDiffError) -> PluginListing? {
    let (lock, known) = try locked(name)
    let wanted = place == nil ? revision ?? known.revision.map { _ in "HEAD" } : revision
    let path = place ?? known.path
    let source = try PackageSource(path, revision: wanted)
    let isSame = lock.changes(of: name, to: source.placed(as: name, in: folder.path)).isEmpty
    if isSame, try isAsAdded(name, lock) { return nil }
    var install = self
    install.replaces = true
    return try install.add(source, from: path)
  }

  /// Puts a plug-in back as it was when it was added, with its trust, and counts its files; `nil` if nothing changed.
  package func restore(_ name: String) throws(LunaDiffError) -> Int? {
    let (lock, known) = try locked(name)
    if try isAsAdded(name, lock) { return nil }
    let files = try PackageSource(known.path, revision: known.revision).placed(as: name, in: folder.path)
    let changes = lock.changes(of: name, to: files)
    guard changes.isEmpty else {
      throw LunaDiffError(
        "\(name): \(known.path) is not what was added: plugins.lock has other digests for "
          + changes.joined(separator: ", "), hint: "lunadiff plugins update \(name) takes it as it is now")
    }
    do { try put(files, named: name) } catch { throw LunaDiffError(error) }
    return files.files.count
  }

  /// Removes plug-ins, and that they were locked and trusted; none where one is missing, or others would stop working.
  package func remove(_ names: [String]) throws(LunaDiffError) {
    do {
      var lock = try PackageLock(of: folder.path)
      let known = lock
      for name in names {
        let isThere = name.isPluginName && places(of: name).contains(where: FilePath.exists)
        guard lock.remove(name) || isThere else { throw unknown(name, known) }
      }
      try checkOthers(with: nil, named: names)
      for name in names {
        for path in mains(of: name) { _ = try trust?.distrust(path) }
        for path in places(of: name) where FilePath.exists(path) { try Self.discard(path) }
      }
      try lock.write()
    } catch { throw LunaDiffError(error) }
  }

  package var names: [String] {
    get throws(LunaDiffError) { try LunaDiffError.wrapping { try PackageLock(of: folder.path).names } }
  }

  private func places(of name: String) -> [String] { [name, "\(name).lua"].map { FilePath.joined(folder.path, $0) } }

  private func mains(of name: String) -> [String] {
    ["\(name)/\(PackageFiles.folderFile)", "\(name).lua"].map { FilePath.joined(folder.path, $0) }
  }

  private func unknown(_ name: String, _ lock: PackageLock) -> LunaDiffError {
    LunaDiffError("there is no plug-in '\(name)' in \(folder.path)" + Suggestion.phrase(for: name, among: lock.names))
  }

  private func locked(_ name: String) throws(LunaDiffError) -> (lock: PackageLock, source: PackageLock.Source) {
    let lock = try LunaDiffError.wrapping { try PackageLock(of: folder.path) }
    // The lock may have come with a repository.
    guard name.isPluginName, lock.names.contains(name) else { throw unknown(name, lock) }
    guard let source = lock.source(of: name) else {
      throw LunaDiffError(
        "\(name): plugins.lock does not say where it came from",
        hint: "lunadiff plugins add PATH \(Setting("force")) takes it down")
    }
    return (lock, source)
  }

  private func isAsAdded(_ name: String, _ lock: PackageLock) throws(LunaDiffError) -> Bool {
    try LunaDiffError.wrapping { try lock.findings().contains { $0.name == name && $0.changed.isEmpty } }
  }

  private func add(_ source: PackageSource, from path: String) throws(LunaDiffError) -> PluginListing {
    let package = source.package
    if let digest, package.digest != digest {
      throw LunaDiffError("\(path): its files have the SHA-256 \(package.digest), not \(digest) as the index says")
    }
    let plugin = try checked(package, path)
    let name = plugin.name
    let files = source.placed(as: name, in: folder.path)
    do {
      let there = places(of: name).filter(FilePath.exists)
      guard there.isEmpty || replaces else {
        throw LunaDiffError("\(there[0]) is there already", hint: "\(Setting("force")) puts this one in its place")
      }
      try checkOthers(with: PluginSource(files, origin: folder.origin), named: [name])
      try put(files, named: name)
      var lock = try PackageLock(of: folder.path)
      lock.set(name, files, from: recorded(path, source.revision))
      try lock.write()
      try trust?.trust(files)
      return PluginListing(PluginOutcome(path: files.path, origin: folder.origin, name: name, status: .loaded(plugin)))
    } catch { throw LunaDiffError(error) }
  }

  /// Where a plug-in came from; `nil` where that is where it is.
  private func recorded(_ path: String, _ revision: String?) -> PackageLock.Source? {
    let place = FilePath.resolved(path) ?? path
    let home = FilePath.resolved(folder.path) ?? folder.path
    guard !place.hasPrefix(home + "/") else { return nil }
    // A project's folder is elsewhere for everybody.
    let isOfProject = trust != nil && !path.hasPrefix("/")
    return PackageLock.Source(path: isOfProject ? path : place, revision: revision)
  }

  private func checked(_ files: PackageFiles, _ path: String) throws(LunaDiffError) -> Plugin {
    do {
      let source = PluginSource(files, origin: folder.origin)
      let outcomes = try PluginProgram([source] + search.sources()).outcomes()
      switch outcomes.first(where: { $0.path == files.path })?.status {
      case .loaded(let plugin): return plugin
      case .broken(let message): throw LunaDiffError(message.hasPrefix(path) ? message : "\(path): \(message)")
      default: throw LunaDiffError("\(path): it is no plug-in")
      }
    } catch { throw LunaDiffError(error) }
  }

  /// Makes sure that plug-ins which work now go on working, with `source` in place of those of the names.
  private func checkOthers(with source: PluginSource?, named names: [String]) throws {
    guard !breaksOthers else { return }
    let (now, own) = (search.sources(), names.flatMap(mains))
    var later = now.filter { !own.contains($0.path) }
    if let source {
      // A user's own go before a project's.
      let place = later.firstIndex { $0.origin == folder.origin || !$0.isUsers }
      later.insert(source, at: place ?? later.endIndex)
    }
    let working = Set(
      try PluginProgram(now).outcomes().compactMap { outcome in
        if case .loaded = outcome.status { outcome.path } else { nil }
      })
    let broken = try PluginProgram(later).outcomes().compactMap { outcome -> String? in
      guard case .broken(let message) = outcome.status, working.contains(outcome.path), !own.contains(outcome.path)
      else { return nil }
      return "\n  \(message)"
    }
    guard broken.isEmpty else {
      throw LunaDiffError(
        "other plug-ins need the '\(names.joined(separator: "', '"))' that is there now:" + broken.joined(),
        hint: "\(Setting("breaking")) does it all the same")
    }
  }

  /// Puts the files where the plug-in is found, in place of what is there of its name.
  ///
  /// They are written beside their place and renamed, so that no half of a file is ever found.
  private func put(_ files: PackageFiles, named name: String) throws {
    let top = PackageFiles.folder(ofPlugin: files.path) == nil ? "" : "\(name)/"
    let names = files.files.map { top + $0.name }
    let tops = Set(names.map { $0.prefix { $0 != "/" } })
    func hidden(_ name: some StringProtocol, _ end: String) -> String {
      FilePath.joined(folder.path, ".\(name).\(end)")
    }
    for top in tops where FilePath.exists(hidden(top, "new")) { try Self.discard(hidden(top, "new")) }
    for (name, file) in zip(names, files.files) {
      let top = name.prefix { $0 != "/" }
      let path = hidden(top, "new") + name.dropFirst(top.count)
      try Directory.make(FilePath.directory(of: path))
      try OutputPlace(path, inputs: []).write { try $0.write(file.bytes) }
    }
    let old = places(of: name).filter(FilePath.exists)
    let asides = old.map { hidden(FilePath.name(of: $0), "old") }
    for (path, aside) in zip(old, asides) {
      if FilePath.exists(aside) { try Self.discard(aside) }
      try FilePath.rename(path, to: aside)
    }
    for top in tops { try FilePath.rename(hidden(top, "new"), to: FilePath.joined(folder.path, String(top))) }
    for aside in asides { try Self.discard(aside) }
  }

  private static func discard(_ path: String) throws {
    if FilePath.isDirectory(path) { try Directory.remove(path) } else { try FilePath.remove(path) }
  }
}

extension PluginSource {
  /// Whether it stands before those of a project in the search.
  fileprivate var isUsers: Bool { origin != "project" && !isBundled }
}

struct PackageSource {
  /// The files, named below the plug-in's folder; of a plug-in that is a file, from the folder that this is in.
  private var files: [PackageFiles.File]
  private var main = PackageFiles.folderFile
  /// What it is called where its text does not say so.
  private var stem: String
  private(set) var revision: String?

  /// Reads a Lua file, a folder, an archive or a git commit; without `revision` a repository's working tree.
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
        files = try Self.plain(ArchiveFiles.read(path, limit: PackageFiles.mostBytes), of: path)
      }
    } catch { throw LunaDiffError(error) }
    try findMain(path)
  }

  /// The plug-in as it is called where it is now.
  var package: PackageFiles { placed(as: declaredName ?? PackageFiles.stem(ofPlugin: stem), in: ".") }

  func placed(as name: String, in folder: String) -> PackageFiles {
    let place = FilePath.joined(folder, name)
    guard main != PackageFiles.folderFile else { return PackageFiles(path: "\(place)/\(main)", files: files) }
    let old = PackageFiles.stem(ofPlugin: main)
    let renamed = files.map { PackageFiles.File(name: name + $0.name.dropFirst(old.count), bytes: $0.bytes) }
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
      guard tops.count == 1, let top = tops.first, files.allSatisfy({ $0.name.contains("/") }) else {
        throw LunaDiffError(
          "\(path): it is no plug-in: there is neither \(PackageFiles.folderFile) nor one Lua file alone")
      }
      stem = String(top)
      files = files.map { .init(name: String($0.name.dropFirst(top.count + 1)), bytes: $0.bytes) }
    }
  }

  private static func isBareRepository(_ path: String) -> Bool {
    ["HEAD", "objects", "refs"].allSatisfy { FilePath.exists(FilePath.joined(path, $0)) }
  }

  private static func commit(_ revision: String, of path: String) throws -> ([PackageFiles.File], revision: String) {
    let archive = try output(of: Subprocess("git", ["-C", path, "archive", "--end-of-options", revision]), path)
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
    guard end.status == 0 else { throw LunaDiffError("\(path): \(end.reason.trimmingPrefix("fatal: "))") }
    return output
  }

  /// The files of an archive but those that are hidden; a name that leads out of the folder is an error.
  private static func plain(_ files: [ArchiveFiles.File], of path: String) throws(LunaDiffError) -> [PackageFiles.File]
  {
    var plain: [PackageFiles.File] = []
    for file in files {
      // `tar cf x.tar .` writes names so.
      let name = file.name.hasPrefix("./") ? String(file.name.dropFirst(2)) : file.name
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard !parts.contains(""), !parts.contains(".."), !name.contains(where: \.isNewline) else {
        throw LunaDiffError("\(path): the name '\(name)' in it is no name of a plug-in's file")
      }
      if !parts.contains(where: { $0.hasPrefix(".") }) { plain.append(.init(name: name, bytes: file.bytes)) }
    }
    return plain
  }
}

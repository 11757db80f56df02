import Platform
import Records
import Rules

/// Adds plug-ins to a folder of plug-ins and removes them.
package struct PluginInstall {
  private let folder: PluginSearch.Folder
  /// Finds the plug-ins that an added one may require.
  private let search: PluginSearch
  /// Where a project's plug-in is recorded as trusted; `nil` for a user's own.
  private let trust: PackageTrust?

  package init(to folder: PluginSearch.Folder, search: PluginSearch = PluginSearch(), trust: PackageTrust? = nil) {
    self.folder = folder
    self.search = search
    self.trust = trust
  }

  /// Loads the plug-in of a Lua file, or of a folder with `init.lua`, and copies its files to their place.
  ///
  /// - Throws: `LunaDiffError` if it cannot be loaded, or if one of its name is there and is not to be replaced.
  package func add(_ path: String, replacing: Bool = false) throws(LunaDiffError) -> PluginListing {
    do {
      let package = try Self.package(at: path)
      let plugin = try loaded(package, path)
      let files = package.placed(as: plugin.name, in: folder.path)
      try Directory.make(folder.path)
      try DirectoryLock.holding(folder.path) {
        if !replacing, let there = places(of: plugin.name).first(where: FilePath.exists) {
          throw LunaDiffError("\(there) is there already", hint: "\(Setting("force")) puts this one in its place")
        }
        var lock = try PackageLock(of: folder.path)
        try put(files, named: plugin.name)
        lock.set(plugin.name, files)
        try lock.write()
      }
      try trust?.trust(files)
      return PluginListing(
        PluginOutcome(path: files.path, origin: folder.origin, name: plugin.name, status: .loaded(plugin)))
    } catch { throw LunaDiffError(error) }
  }

  /// Removes plug-ins with their entries in the lock, and their trust; none if one of them is not there.
  package func remove(_ names: [String]) throws(LunaDiffError) {
    do { try DirectoryLock.holding(folder.path) { try removeAll(names) } } catch { throw LunaDiffError(error) }
  }

  private func removeAll(_ names: [String]) throws {
    var lock = try PackageLock(of: folder.path)
    let known = lock.names
    for name in names {
      // The lock may have come with a repository.
      let isThere = name.isPluginName && (known.contains(name) || places(of: name).contains(where: FilePath.exists))
      guard isThere else {
        throw LunaDiffError(
          "there is no plug-in '\(name)' in \(folder.path)" + Suggestion.phrase(for: name, among: known))
      }
      lock.remove(name)
    }
    for name in names {
      for path in mains(of: name) { _ = try trust?.distrust(path) }
      for path in places(of: name) where FilePath.exists(path) { try Self.discard(path) }
    }
    try lock.write()
  }

  private func places(of name: String) -> [String] { [name, "\(name).lua"].map { FilePath.joined(folder.path, $0) } }

  private func mains(of name: String) -> [String] {
    ["\(name)/\(PackageFiles.folderFile)", "\(name).lua"].map { FilePath.joined(folder.path, $0) }
  }

  /// The files of a plug-in, under the name that its text declares: its modules are required by that name.
  private static func package(at path: String) throws -> PackageFiles {
    let isFolder = FilePath.isDirectory(path)
    let main = isFolder ? FilePath.joined(path, PackageFiles.folderFile) : path
    let isThere = FilePath.exists(path)
    if isThere ? !(isFolder ? FilePath.exists(main) : path.hasSuffix(".lua")) : FilePath.scheme(of: path) != nil {
      throw LunaDiffError(
        "\(path): a plug-in is a Lua file, or a folder with \(PackageFiles.folderFile)",
        hint: isFolder ? nil : "download, clone or unpack it, and add that file or folder")
    }
    let files = try PackageFiles(path: main)
    let text = String(decoding: files.main, as: UTF8.self)
    let declared = text.firstMatch(of: /\bname\s*=\s*["'](\w+)["']/).map { String($0.1) }
    guard let declared, declared != PackageFiles.stem(ofPlugin: main) else { return files }
    return files.placed(as: declared, in: FilePath.directory(of: PackageFiles.folder(ofPlugin: main) ?? main))
  }

  private func loaded(_ files: PackageFiles, _ path: String) throws -> Plugin {
    let source = PluginSource(files, origin: folder.origin)
    let outcomes = try PluginProgram([source] + search.sources()).outcomes()
    switch outcomes.first(where: { $0.path == files.path })?.status {
    case .loaded(let plugin): return plugin
    case .broken(let message): throw LunaDiffError(message.hasPrefix(path) ? message : "\(path): \(message)")
    default: throw LunaDiffError("\(path): it is not a plug-in")
    }
  }

  /// Writes the files beside their place and renames them, in place of what is there under the name.
  ///
  /// If that fails, the folder is as it was.
  private func put(_ files: PackageFiles, named name: String) throws {
    let top = PackageFiles.folder(ofPlugin: files.path) == nil ? "" : "\(name)/"
    let names = files.files.map { top + $0.name }
    let tops = Set(names.map { $0.prefix { $0 != "/" } })
    func hidden(_ name: some StringProtocol, _ end: String) -> String {
      FilePath.joined(folder.path, ".\(name).\(end)")
    }
    func discardNew() throws {
      for top in tops where FilePath.exists(hidden(top, "new")) { try Self.discard(hidden(top, "new")) }
    }
    let old = places(of: name).filter(FilePath.exists)
    let asides = old.map { hidden(FilePath.name(of: $0), "old") }
    try discardNew()
    for aside in asides where FilePath.exists(aside) { try Self.discard(aside) }
    do {
      for (name, file) in zip(names, files.files) {
        let top = name.prefix { $0 != "/" }
        let path = hidden(top, "new") + name.dropFirst(top.count)
        try Directory.make(FilePath.directory(of: path))
        try OutputPlace(path, inputs: []).write { try $0.write(file.bytes) }
      }
      for (path, aside) in zip(old, asides) { try FilePath.rename(path, to: aside) }
      for top in tops { try FilePath.rename(hidden(top, "new"), to: FilePath.joined(folder.path, String(top))) }
    } catch {
      try discardNew()
      for (path, aside) in zip(old, asides) where FilePath.exists(aside) && !FilePath.exists(path) {
        try FilePath.rename(aside, to: path)
      }
      throw error
    }
    for aside in asides { try Self.discard(aside) }
  }

  private static func discard(_ path: String) throws {
    if FilePath.isDirectory(path) { try Directory.remove(path) } else { try FilePath.remove(path) }
  }
}

extension PackageFiles {
  /// The same files as those of a plug-in with another name, in another folder.
  fileprivate func placed(as name: String, in folder: String) -> PackageFiles {
    let place = FilePath.joined(folder, name)
    guard Self.folder(ofPlugin: path) == nil else {
      return PackageFiles(path: "\(place)/\(Self.folderFile)", files: files)
    }
    let old = Self.stem(ofPlugin: path)
    let renamed = files.map { File(name: name + $0.name.dropFirst(old.count), bytes: $0.bytes) }
    return PackageFiles(path: "\(place).lua", files: renamed)
  }
}

import Platform
import Rules

/// Puts a plug-in into a folder of plug-ins, and takes down what was put there.
package struct PluginInstall {
  /// The folder that it goes to.
  package var folder: PluginSearch.Folder
  /// Where the plug-ins are that it may require.
  package var search = PluginSearch()
  /// The commit that is taken of a git repository.
  package var revision: String?
  /// Whether a plug-in of its name is replaced.
  package var replaces = false
  /// Where it is written down that a project's plug-in is trusted.
  package var trust: PackageTrust?

  package init(to folder: PluginSearch.Folder) { self.folder = folder }

  /// Reads a plug-in, makes sure that it works, and puts it in its place.
  ///
  /// - Parameter path: A Lua file, a folder, a zip or tar archive, or a git repository.
  /// - Returns: What the plug-in says of itself, and its path.
  /// - Throws: `LunaDiffError` where it cannot be read or loaded, or is there already.
  package func add(_ path: String) throws(LunaDiffError) -> PluginListing {
    let source = try PackageSource(path, revision: revision)
    let plugin = try checked(source.package, path)
    do {
      let main = try put(source, named: plugin.name)
      var lock = try PackageLock(of: folder.path)
      lock.set(plugin.name, isFolder: source.isFolder, source.files)
      try lock.write()
      try trust?.trust(PackageFiles(path: main, files: source.files(as: main)))
      return PluginListing(
        PluginOutcome(
          path: main, origin: folder.origin, name: plugin.name, status: .loaded(plugin)))
    } catch {
      throw LunaDiffError(error)
    }
  }

  /// Puts the files where the plug-in is found.
  ///
  /// - Returns: The path of the file that runs first.
  private func put(_ source: PackageSource, named name: String) throws -> String {
    try Directory.make(folder.path)
    let places = [name, "\(name).lua"].map { FilePath.joined(folder.path, $0) }
    let there = places.filter(FilePath.exists)
    guard there.isEmpty || replaces else {
      throw LunaDiffError(
        "\(there[0]) is there already", hint: "\(Setting("force")) puts this one in its place")
    }
    let place = source.isFolder ? places[0] : places[1]
    try write(source, to: place, inPlaceOf: there)
    return source.isFolder ? FilePath.joined(place, PackageFiles.folderFile) : place
  }

  /// Loads the plug-in as it was read, beside those that are there.
  private func checked(
    _ files: PackageFiles, _ path: String
  ) throws(LunaDiffError) -> Plugin {
    let source = PluginSource(trusted: files, origin: folder.origin)
    do {
      let outcomes = try PluginProgram([source] + search.sources()).outcomes()
      switch outcomes.first?.status {
      case .loaded(let plugin): return plugin
      case .broken(let message):
        throw LunaDiffError(message.hasPrefix(path) ? message : "\(path): \(message)")
      default: throw LunaDiffError("\(path): it is no plug-in")
      }
    } catch {
      throw LunaDiffError(error)
    }
  }

  /// Writes the files beside their place and renames them, so that no half of a plug-in is ever found.
  private func write(
    _ source: PackageSource, to place: String, inPlaceOf old: [String]
  ) throws {
    let hidden = FilePath.joined(folder.path, ".\(FilePath.name(of: place))")
    let (fresh, aside) = ("\(hidden).new", "\(hidden).old")
    if FilePath.isDirectory(fresh) { try Directory.remove(fresh) }
    for file in source.files {
      let path = source.isFolder ? FilePath.joined(fresh, file.name) : fresh
      try Directory.make(FilePath.directory(of: path))
      try OutputPlace(path, inputs: []).write { try $0.write(file.bytes) }
    }
    for path in old {
      if FilePath.exists(aside) { try Self.discard(aside) }
      try FilePath.rename(path, to: aside)
    }
    try FilePath.rename(fresh, to: place)
    if FilePath.exists(aside) { try Self.discard(aside) }
  }

  private static func discard(_ path: String) throws {
    if FilePath.isDirectory(path) { try Directory.remove(path) } else { try FilePath.remove(path) }
  }
}

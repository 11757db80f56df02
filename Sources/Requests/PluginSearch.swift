import Platform
import Records
import Rules

/// Where plug-ins are looked for; of several with one name the first is taken.
package struct PluginSearch: Sendable, Equatable {
  package struct Folder: Sendable, Equatable {
    /// The folder's path; it need not be there.
    package let path: String
    package let origin: String

    package init(path: String, origin: String) {
      self.path = path
      self.origin = origin
    }
  }

  package var files: [String] = []
  /// Plug-ins that are tested: they go before those of folders, and run no program unless the user trusts them.
  package var tested: [String] = []
  /// The one of them that has to work; any other that is broken matters only if it is used.
  package var required: String?
  /// Folders to look in after the files, in order; a broken plug-in in one matters only if it is used.
  package var folders: [Folder] = []
  /// Folders that anybody may have filled, as one that came with a repository: their plug-ins are listed, and messages
  /// say how to use them, but only those are loaded that are trusted.
  package var projectFolders: [Folder] = []
  package var trust = PackageTrust()

  package init() {}

  /// The files, then the directories of `LUNADIFF_PATH`, and the user's `$XDG_CONFIG_HOME/lunadiff/plugins` or
  /// `~/.config/lunadiff/plugins`; as far as they are trusted, those of the project in the current directory.
  package static func standard(files: [String] = []) -> PluginSearch {
    var search = PluginSearch()
    search.files = files
    search.setProject(in: ".")
    search.trust = .standard
    for path in Environment.variable("LUNADIFF_PATH")?.split(separator: ":") ?? [] {
      search.folders.append(Folder(path: String(path), origin: "LUNADIFF_PATH"))
    }
    let home = Environment.folder("HOME").map { $0 + "/.config" }
    if let folder = Environment.folder("XDG_CONFIG_HOME") ?? home {
      search.folders.append(Folder(path: folder + "/lunadiff/plugins", origin: "user"))
    }
    return search
  }

  package mutating func setProject(in directory: String) {
    let path = "\(PackageFiles.projectFolder)/\(PackageFiles.pluginFolder)"
    projectFolders = [Folder(path: FilePath.joined(directory, path), origin: "project")]
  }

  package var notLoaded: [String] { sources().untrusted.compactMap(\.advice) }

  /// Finds and reads the plug-ins, each path once; a project's come last, and are only found unless they are trusted.
  package func sources() -> [PluginSource] {
    var sources: [PluginSource] = []
    for path in files {
      sources.append(PluginSource(path: Self.main(path), origin: "\(Setting.plugin)", isRequired: true))
    }
    for path in (required.map { [$0] } ?? []) + tested where !sources.contains(where: { $0.path == path }) {
      var source = PluginSource(path: path, origin: "\(Setting.plugin)", isRequired: path == required)
      source.runsPrograms = isTrusted(path)
      sources.append(source)
    }
    for folder in folders {
      let paths = Set(sources.map(\.path))
      sources += Self.plugins(in: folder) { paths.contains($0) ? nil : Self.lockedSource($0, folder) }
    }
    let known = Set(sources.map { FilePath.resolved($0.path) ?? $0.path })
    for folder in projectFolders {
      sources += Self.plugins(in: folder) { path in
        known.contains(FilePath.resolved(path) ?? path) ? nil : projectSource(path, folder.origin)
      }
    }
    return sources
  }

  private static func main(_ path: String) -> String {
    FilePath.isDirectory(path) ? FilePath.joined(path, PackageFiles.folderFile) : path
  }

  /// Whether another command would use the plug-in with this first file: it is named, added or trusted.
  private func isTrusted(_ path: String) -> Bool {
    if files.contains(where: { FilePath.resolved(Self.main($0)) == FilePath.resolved(path) }) { return true }
    let folder = folders.first { FilePath.isInside(path, $0.path) }
    if let folder { return Self.lockedSource(path, folder).isTrusted }
    if case .trusted = try? trust.standing(of: path) { return true }
    return false
  }

  /// A folder's plug-ins; where it cannot be read it is itself one that is broken.
  private static func plugins(in folder: Folder, _ source: (String) -> PluginSource?) -> [PluginSource] {
    do throws(RecordError) { return try luaFiles(in: folder.path).compactMap(source) } catch {
      return [PluginSource(path: folder.path, origin: folder.origin, isRequired: false, text: .failure(error))]
    }
  }

  /// A plug-in of a folder, unless it is not what was locked when it was put there.
  private static func lockedSource(_ path: String, _ folder: Folder) -> PluginSource {
    do throws(RecordError) {
      let (lock, name) = (try PackageLock(of: folder.path), PackageFiles.stem(ofPlugin: path))
      guard lock.names.contains(name) else { return PluginSource(path: path, origin: folder.origin, isRequired: false) }
      let files = try PackageFiles(path: path)
      let changes = lock.changes(of: name, to: files)
      return changes.isEmpty
        ? PluginSource(files, origin: folder.origin)
        : PluginSource(untrusted: path, origin: folder.origin, .unlocked(changes))
    } catch { return PluginSource(path: path, origin: folder.origin, isRequired: false, text: .failure(error)) }
  }

  private func projectSource(_ path: String, _ origin: String) -> PluginSource {
    do throws(RecordError) {
      switch try trust.standing(of: path) {
      case .trusted(let files): return PluginSource(files, origin: origin)
      case .doubtful(let doubt): return PluginSource(untrusted: path, origin: origin, doubt)
      }
    } catch { return PluginSource(path: path, origin: origin, isRequired: false, text: .failure(error)) }
  }

  /// The paths of a folder's Lua files but those of tests, and of the first file of each folder in it that is a
  /// plug-in, by name; none where there is no such folder.
  static func luaFiles(in folder: String) throws(RecordError) -> [String] {
    let names: [String]
    do { names = try DirectoryEntry.all(in: folder).map(\.name) } catch {
      guard ![ENOENT, ENOTDIR].contains(error.code) else { return [] }
      throw RecordError(.system(operation: "read", reason: "\(error)"), file: folder)
    }
    return names.sorted().compactMap { name in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".lua") { return name.hasSuffix(".test.lua") ? nil : path }
      let first = "\(path)/\(PackageFiles.folderFile)"
      return FilePath.size(of: first) == nil ? nil : first
    }
  }
}

import Platform
import Records
import Rules

/// Plug-ins and rules that projects bring along, to be trusted or not.
package struct ProjectTrust: Sendable {
  package let trust: PackageTrust

  package init(_ trust: PackageTrust = .standard) { self.trust = trust }

  /// The files that run first of a plug-in, a folder of plug-ins, a project, its rules, or a directory with one.
  package static func packages(at path: String) throws(LunaDiffError) -> [String] {
    guard FilePath.isDirectory(path) else { return [path] }
    let first = FilePath.joined(path, PackageFiles.folderFile)
    if FilePath.exists(first) { return [first] }
    let name = FilePath.name(of: FilePath.resolved(path) ?? path)
    let project = FilePath.joined(path, PackageFiles.projectFolder)
    let found = try LunaDiffError.wrapping {
      switch name {
      case PackageFiles.pluginFolder: try PluginSearch.luaFiles(in: path)
      case PackageFiles.projectFolder: try all(of: path)
      default: try all(of: project)
      }
    }
    guard !found.isEmpty else { throw LunaDiffError("\(path): there are no plug-ins and no rules of a project") }
    return found
  }

  private static func all(of project: String) throws(RecordError) -> [String] {
    let files = [PackageFiles.projectFile, PackageFiles.rulesFile].map { FilePath.joined(project, $0) }
    return try PluginSearch.luaFiles(in: FilePath.joined(project, PackageFiles.pluginFolder))
      + files.filter(FilePath.exists)
  }

  /// Trusts what is there now with the file that runs first, and counts its files.
  package func trust(_ path: String) throws(LunaDiffError) -> Int {
    do {
      let files = try PackageFiles(path: path)
      try trust.trust(files)
      return files.files.count
    } catch { throw LunaDiffError(error) }
  }

  /// Trusts a file if it is the only one there; `false` where it is not.
  package func trustIfAlone(_ path: String) throws(LunaDiffError) -> Bool {
    try LunaDiffError.wrapping {
      let files = try PackageFiles(path: path)
      guard files.files.count == 1 else { return false }
      try trust.trust(files)
      return true
    }
  }

  /// Takes back that something is trusted; `false` where it was not.
  package func distrust(_ path: String) throws(LunaDiffError) -> Bool {
    do { return try trust.distrust(path) } catch { throw LunaDiffError(error) }
  }
}

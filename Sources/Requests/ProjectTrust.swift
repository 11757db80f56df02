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
    let rules = FilePath.joined(project, PackageFiles.rulesFile)
    return try PluginSearch.luaFiles(in: FilePath.joined(project, PackageFiles.pluginFolder))
      + (FilePath.exists(rules) ? [rules] : [])
  }

  /// Trusts what is there now with the file that runs first, and counts its files.
  package func trust(_ path: String) throws(LunaDiffError) -> Int {
    do {
      let files = try PackageFiles(path: path)
      try trust.trust(files)
      return files.files.count
    } catch { throw LunaDiffError(error) }
  }

  /// Takes back that something is trusted; `false` where it was not.
  package func distrust(_ path: String) throws(LunaDiffError) -> Bool {
    do { return try trust.distrust(path) } catch { throw LunaDiffError(error) }
  }
}

package enum ProjectRules {
  /// They are trusted, and used as they have been read.
  case trusted(DiffRequest.RuleSource)
  /// They are there and not used, and why.
  case notUsed(advice: String)

  /// Looks for rules of a project; `nil` where it has none.
  package init?(in directory: String, trust: PackageTrust = .standard) throws(LunaDiffError) {
    let folder = FilePath.joined(directory, PackageFiles.projectFolder)
    let path = FilePath.joined(folder, PackageFiles.rulesFile)
    guard FilePath.exists(path) else { return nil }
    do {
      switch try trust.standing(of: path) {
      case .trusted(let files): self = .trusted(.project(files))
      case .doubtful(let doubt): self = .notUsed(advice: "\(path) is not used: \(doubt.advice(path))")
      }
    } catch { throw LunaDiffError(error) }
  }
}

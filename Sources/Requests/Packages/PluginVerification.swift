import Platform
import Records
import Rules

/// Whether installed plug-ins are what they were: `plugins verify`.
package struct PluginVerification: Sendable {
  package struct Finding: Sendable {
    package let name: String
    package let folder: String
    /// How many files it has; `nil` where it has no entry in the lock file.
    package let count: Int?
    package let problem: String?
  }

  /// Every plug-in of the folders in which there is a lock.
  package let findings: [Finding]

  package init(of search: PluginSearch) throws(LunaDiffError) {
    var findings: [Finding] = []
    for folder in search.folders + search.projectFolders {
      do throws(RecordError) {
        let lock = try PackageLock(of: folder.path)
        findings += try lock.findings().map { Finding($0, in: folder.path) }
        let known = Set(lock.names)
        for path in try PluginSearch.luaFiles(in: folder.path) where !known.isEmpty {
          let name = PackageFiles.stem(ofPlugin: path)
          guard !known.contains(name) else { continue }
          findings.append(Finding(name: name, folder: folder.path, count: nil, problem: nil))
        }
      } catch { throw LunaDiffError(error) }
    }
    self.findings = findings
  }
}

extension PluginVerification.Finding {
  fileprivate init(_ finding: PackageLock.Finding, in folder: String) {
    name = finding.name
    self.folder = folder
    count = finding.count
    let place = FilePath.joined(folder, finding.name)
    let isGone = !FilePath.exists(place) && !FilePath.exists(place + ".lua")
    if finding.changes.isEmpty {
      problem = nil
    } else {
      problem = isGone ? "it is gone" : "\(finding.words) since it was added"
    }
  }
}

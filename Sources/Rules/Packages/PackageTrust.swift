import Platform
import Records

/// Which plug-ins and rules of projects the user has trusted, each as its files were then.
///
/// They may have come with a repository, and what is in a repository is not run only because it is the current
/// directory.
package struct PackageTrust: Sendable, Equatable {
  package enum Doubt: Sendable, Equatable {
    /// Nobody has said that it may be.
    case unknown
    /// Its files are not what they were.
    case changed([String])
    /// Its files are not what they were when it was added, as `plugins.lock` says.
    case unlocked([String])

    /// What has happened, and what would help.
    ///
    /// - Parameter path: The file that runs first.
    package func advice(_ path: String) -> String {
      let command = "lunadiff plugins trust \(path.shellWord)"
      switch self {
      case .unknown: return "what a project brings along has to be trusted once: \(command)"
      case .changed(let changes): return "\(DigestLine.words(of: changes)) since it was trusted: \(command)"
      case .unlocked(let changes):
        let plugin = PackageFiles.folder(ofPlugin: path) ?? path
        return "\(DigestLine.words(of: changes)) since it was added: "
          + "lunadiff plugins add \(plugin.shellWord) \(Setting("force")) accepts it as it is now"
      }
    }
  }

  package enum Standing: Sendable, Equatable {
    /// It is trusted as it has been read.
    case trusted(PackageFiles)
    case doubtful(Doubt)
  }

  /// Where it is written down, in a file for each; `nil` where nothing is trusted.
  package let directory: String?

  package init(directory: String? = nil) { self.directory = directory }

  /// The user's own: `$XDG_DATA_HOME/lunadiff/trusted`, else `~/.local/share/lunadiff/trusted`.
  package static var standard: PackageTrust {
    let home = Environment.folder("HOME").map { $0 + "/.local/share" }
    return PackageTrust(directory: (Environment.folder("XDG_DATA_HOME") ?? home).map { $0 + "/lunadiff/trusted" })
  }

  /// Whether something is trusted; it is not read before the user has trusted it.
  ///
  /// - Parameter path: The file that runs first.
  /// - Throws: `RecordError` where its files, or what is known of them, cannot be read.
  package func standing(of path: String) throws(RecordError) -> Standing {
    guard let record = record(of: path), FilePath.exists(record) else { return .doubtful(.unknown) }
    let lines = try TextFile.read(record).split(separator: UInt8(ascii: "\n")).dropFirst()
    let files = try PackageFiles(path: path)
    let known = Set(lines.map { String(decoding: $0, as: UTF8.self) })
    let changes = DigestLine.changes(from: known, to: Set(files.digests))
    return changes.isEmpty ? .trusted(files) : .doubtful(.changed(changes))
  }

  /// Writes down that something is trusted as it has been read.
  package func trust(_ files: PackageFiles) throws {
    guard let directory, let record = record(of: files.path) else { throw TrustError.noPlace }
    try Directory.make(directory)
    let place = FilePath.resolved(files.path) ?? files.path
    let heading = place.split(whereSeparator: \.isNewline).joined(separator: " ")
    let lines = ["# \(heading)"] + files.digests
    let text = lines.map { $0 + "\n" }.joined()
    try OutputPlace(record, inputs: []).write { try $0.write(Array(text.utf8)) }
  }

  /// Takes back that something is trusted; `false` where it was not.
  package func distrust(_ path: String) throws -> Bool {
    guard let record = record(of: path), FilePath.exists(record) else { return false }
    try FilePath.remove(record)
    return true
  }

  /// The file that says how something was when it was trusted, by the place of what is trusted.
  private func record(of path: String) -> String? {
    let folder = FilePath.directory(of: path)
    let place = FilePath.joined(FilePath.resolved(folder) ?? folder, FilePath.name(of: path))
    return directory.map { "\($0)/\(SHA256.hexadecimal(of: place.pathBytes))" }
  }
}

package enum TrustError: Error, CustomStringConvertible {
  case noPlace

  package var description: String {
    "there is no place to write down what is trusted: neither HOME nor XDG_DATA_HOME is set"
  }
}

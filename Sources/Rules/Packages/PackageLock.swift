import Platform
import Records

/// What was put into a folder of plug-ins, file by file, so that a change of it shows.
///
/// The file has a line for each, as `sha256sum` writes and checks them.
package struct PackageLock: Sendable {
  /// What a plug-in of the folder has become since it was put there.
  package struct Finding: Sendable, Equatable {
    /// The plug-in's name.
    package let name: String
    /// How many files it had.
    package let count: Int
    /// The files that are not what they were, that came, or went.
    package let changed: [String]

    /// As in `init.lua and 2 more`.
    package var words: String { DigestLine.words(ofChanged: changed) }
  }

  private let folder: String
  private var lines: Set<String>

  /// What the file is called.
  package static let fileName = "plugins.lock"

  /// Reads a folder's lock; one that is not there locks nothing.
  ///
  /// - Throws: `RecordError` where it cannot be read.
  package init(of folder: String) throws(RecordError) {
    self.folder = folder
    let path = FilePath.joined(folder, Self.fileName)
    let text = FilePath.exists(path) ? try TextFile.read(path) : []
    lines = Set(
      text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
  }

  /// Takes down what a plug-in is now, in place of what it was.
  ///
  /// - Parameters:
  ///   - isFolder: Whether it is a folder, whose files are named below it.
  package mutating func set(_ name: String, isFolder: Bool, _ files: [PackageFiles.File]) {
    lines = lines.filter { Self.plugin(of: $0) != name }
    for file in files {
      lines.insert(
        DigestLine.text(file.digest, isFolder ? "\(name)/\(file.name)" : "\(name).lua"))
    }
  }

  /// Writes the lock.
  ///
  /// - Throws: `SystemError` or `OutputError` where that cannot be.
  package func write() throws {
    let text = lines.sorted {
      DigestLine.path(of: $0.utf8) < DigestLine.path(of: $1.utf8)
    }.map { $0 + "\n" }.joined()
    let path = FilePath.joined(folder, Self.fileName)
    try OutputPlace(path, inputs: []).write { try $0.write(Array(text.utf8)) }
  }

  /// The plug-ins that are locked, by name.
  package var names: [String] { Set(lines.map(Self.plugin)).sorted() }

  /// Compares every plug-in with what it was.
  ///
  /// - Throws: `RecordError` where a file cannot be read.
  package func findings() throws(RecordError) -> [Finding] {
    var findings: [Finding] = []
    for name in names {
      let before = lines.filter { Self.plugin(of: $0) == name }
      let now = try current(name)
      let changed = Set(before.symmetricDifference(now).map { DigestLine.path(of: $0.utf8) })
      findings.append(Finding(name: name, count: before.count, changed: changed.sorted()))
    }
    return findings
  }

  private func current(_ name: String) throws(RecordError) -> Set<String> {
    let path = FilePath.joined(folder, name)
    if FilePath.isDirectory(path) {
      return Set(
        try PackageFiles.all(in: path).map { DigestLine.text($0.digest, "\(name)/\($0.name)") })
    }
    let file = "\(path).lua"
    guard FilePath.exists(file) else { return [] }
    let digest = SHA256.hexadecimal(of: try TextFile.readPlugin(file))
    return [DigestLine.text(digest, "\(name).lua")]
  }

  private static func plugin(of line: String) -> String {
    let first = DigestLine.path(of: line.utf8).prefix { $0 != "/" }
    return String(first.hasSuffix(".lua") ? first.dropLast(4) : first)
  }
}

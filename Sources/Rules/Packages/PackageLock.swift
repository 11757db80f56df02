import Platform
import Records

/// The digests of the files in a folder of plug-ins, as they were when they were added.
///
/// The lock has a line for each file, as `sha256sum` writes and checks them.
package struct PackageLock: Sendable {
  /// What a plug-in of the folder has become since it was put there.
  package struct Finding: Sendable, Equatable {
    package let name: String
    package let count: Int
    package let changes: [String]

    package var words: String { DigestLine.words(of: changes) }
  }

  private let folder: String
  private var lines: Set<String>

  package static let fileName = "plugins.lock"

  /// Reads a folder's lock; one that is not there locks nothing.
  package init(of folder: String) throws(RecordError) {
    self.folder = folder
    let path = FilePath.joined(folder, Self.fileName)
    let text = FilePath.exists(path) ? try TextFile.read(path) : []
    let all = text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    lines = Set(all.filter { !$0.hasPrefix("#") })
  }

  /// Records the files of a plug-in as they are now.
  package mutating func set(_ name: String, _ files: PackageFiles) {
    remove(name)
    lines.formUnion(files.digestsInFolder)
  }

  package mutating func remove(_ name: String) { lines = lines.filter { Self.plugin(of: $0) != name } }

  package func write() throws {
    let digests = lines.sorted { DigestLine.path(of: $0) < DigestLine.path(of: $1) }
    let text = digests.map { $0 + "\n" }.joined()
    let path = FilePath.joined(folder, Self.fileName)
    guard !text.isEmpty || !FilePath.exists(path) else { return try FilePath.remove(path) }
    try OutputPlace(path, inputs: []).write { try $0.write(Array(text.utf8)) }
  }

  package var names: [String] { Set(lines.map(Self.plugin)).sorted() }

  package func findings() throws(RecordError) -> [Finding] {
    var findings: [Finding] = []
    for name in names {
      let count = lines.count { Self.plugin(of: $0) == name }
      let place = FilePath.joined(folder, name)
      let main = [FilePath.joined(place, PackageFiles.folderFile), "\(place).lua"].first(where: FilePath.exists)
      let files = try main.map { path throws(RecordError) in try PackageFiles(path: path) }
      findings.append(Finding(name: name, count: count, changes: changes(of: name, to: files)))
    }
    return findings
  }

  /// How the files of a plug-in differ from what they were.
  package func changes(of name: String, to files: PackageFiles?) -> [String] {
    DigestLine.changes(from: lines.filter { Self.plugin(of: $0) == name }, to: files?.digestsInFolder ?? [])
  }

  private static func plugin(of line: String) -> String {
    let first = DigestLine.path(of: line).prefix { $0 != "/" }
    return String(first.hasSuffix(".lua") ? first.dropLast(4) : first)
  }
}

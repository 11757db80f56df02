import Platform
import Records

/// What was put into a folder of plug-ins, file by file, so that a change of it shows, and where it came from.
///
/// The file has a line for each file, as `sha256sum` writes and checks them, and a comment for each plug-in.
package struct PackageLock: Sendable {
  /// What a plug-in of the folder has become since it was put there.
  package struct Finding: Sendable, Equatable {
    package let name: String
    package let count: Int
    /// The files that are not what they were, that came, or went.
    package let changed: [String]

    package var words: String { DigestLine.words(ofChanged: changed) }
  }

  /// Where a plug-in came from.
  package struct Source: Sendable, Equatable {
    /// A file, a folder, an archive or a git repository; one that begins in a project, in the project's lock.
    package let path: String
    /// The commit, of a git repository.
    package let revision: String?

    package init(path: String, revision: String?) {
      self.path = path
      self.revision = revision
    }
  }

  private let folder: String
  private var lines: Set<String>
  private var sources: [String: Source]

  package static let fileName = "plugins.lock"

  /// Reads a folder's lock; one that is not there locks nothing.
  package init(of folder: String) throws(RecordError) {
    self.folder = folder
    let path = FilePath.joined(folder, Self.fileName)
    let text = FilePath.exists(path) ? try TextFile.read(path) : []
    let all = text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    lines = Set(all.filter { !$0.hasPrefix("#") })
    sources = Dictionary(all.compactMap(Self.source)) { first, _ in first }
  }

  /// Takes down what a plug-in is now, in place of what it was.
  ///
  /// - Parameters:
  ///   - files: The plug-in in its place.
  ///   - source: Where it came from; `nil` leaves what is known of that.
  package mutating func set(_ name: String, _ files: PackageFiles, from source: Source?) {
    lines = lines.filter { Self.plugin(of: $0) != name }.union(files.digestsInFolder)
    if let source { sources[name] = source }
  }

  /// Forgets a plug-in; `false` where it is not there.
  package mutating func remove(_ name: String) -> Bool {
    let count = lines.count
    lines = lines.filter { Self.plugin(of: $0) != name }
    sources[name] = nil
    return lines.count < count
  }

  package func write() throws {
    let comments = sources.sorted { $0.key < $1.key }.compactMap { Self.comment($0.key, $0.value) }
    let digests = lines.sorted { DigestLine.path(of: $0.utf8) < DigestLine.path(of: $1.utf8) }
    let text = (comments + digests).map { $0 + "\n" }.joined()
    let path = FilePath.joined(folder, Self.fileName)
    guard !text.isEmpty || !FilePath.exists(path) else { return try FilePath.remove(path) }
    try OutputPlace(path, inputs: []).write { try $0.write(Array(text.utf8)) }
  }

  package var names: [String] { Set(lines.map(Self.plugin)).sorted() }

  /// Where a plug-in came from, if that is known.
  package func source(of name: String) -> Source? { sources[name] }

  package func findings() throws(RecordError) -> [Finding] {
    var findings: [Finding] = []
    for name in names {
      let count = lines.count { Self.plugin(of: $0) == name }
      let place = FilePath.joined(folder, name)
      let main = [FilePath.joined(place, PackageFiles.folderFile), "\(place).lua"].first(where: FilePath.exists)
      let files = try main.map { path throws(RecordError) in try PackageFiles(path: path) }
      findings.append(Finding(name: name, count: count, changed: changes(of: name, to: files)))
    }
    return findings
  }

  /// The files of a plug-in that are not what they were, that came, or went.
  package func changes(of name: String, to files: PackageFiles?) -> [String] {
    let before = lines.filter { Self.plugin(of: $0) == name }
    let changed = before.symmetricDifference(files?.digestsInFolder ?? [])
    return Set(changed.map { DigestLine.path(of: $0.utf8) }).sorted()
  }

  private static func plugin(of line: String) -> String {
    let first = DigestLine.path(of: line.utf8).prefix { $0 != "/" }
    return String(first.hasSuffix(".lua") ? first.dropLast(4) : first)
  }

  // MARK: Comments

  /// `# NAME`, the source's path and its revision, with tabs between them; `nil` where these would not stand in a line.
  private static func comment(_ name: String, _ source: Source) -> String? {
    let words = [name, source.path] + (source.revision.map { [$0] } ?? [])
    let isPlain = words.allSatisfy { !$0.contains { $0.isNewline || $0 == "\t" } }
    return isPlain ? "# " + words.joined(separator: "\t") : nil
  }

  private static func source(_ comment: String) -> (String, Source)? {
    let words = comment.dropFirst(2).split(separator: "\t").map { String($0) }
    guard comment.hasPrefix("# "), words.count >= 2 else { return nil }
    return (words[0], Source(path: words[1], revision: words.count > 2 ? words[2] : nil))
  }
}

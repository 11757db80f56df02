import Platform

/// The files that are one table: those of a directory, or those that a pattern of the shell matches.
///
/// Whatever begins with a dot or an underscore is no part, as it is for Hive and Spark: `_SUCCESS`, `.part-0.crc`. The
/// names of folders may say more about the records in them: `date=2026-10-01`.
struct PartFiles {
  struct File: Sendable {
    let path: String
    let folders: [FolderValue]
  }

  /// The files in order of their paths, byte by byte.
  private(set) var files: [File] = []
  private let name: String

  private static let most = 100_000

  /// The files of a directory or of a pattern; `nil` for any other path.
  ///
  /// A path at which there is something is no pattern, whatever its name.
  init?(path: String) throws(RecordError) {
    var status = stat()
    let isThere = path != "-" && path.withPath { stat($0, &status) } == 0
    let isDirectory = isThere && status.st_mode & S_IFMT == S_IFDIR
    guard isDirectory || !isThere && Self.isPattern(path) else { return nil }
    guard isThere || FilePath.scheme(of: path) == nil else { return nil }
    name = path
    if let zip = ZipPath(path) {
      let names = try zip.names()
      guard !names.contains(zip.member) else { return nil }
      let members = names.filter { Self.matches(zip.member, $0) && !Self.isHidden($0, under: zip.member) }
      if let table = RecordError.VersionedTable(of: members, among: names) {
        throw RecordError(.versioned(table), file: zip.archive)
      }
      files = members.map { File(path: "\(zip.archive)!\($0)", folders: []) }
    } else if isDirectory {
      try RecordError.VersionedTable.refuse(around: path)
      try add(directory: path, [])
    } else {
      try addMatches(of: path)
    }
    guard !files.isEmpty else { throw RecordError(.noParts(isPattern: !isDirectory), file: path) }
    sort()
  }

  /// The files of several paths, each of which may be a directory or a pattern.
  init(paths: [String], name: String) throws(RecordError) {
    self.name = name
    for path in paths {
      let found = try PartFiles(path: path)?.files
      files += found ?? [File(path: path, folders: [])]
    }
    sort()
  }

  private mutating func sort() { files.sort { $0.path.pathBytes.lexicographicallyPrecedes($1.path.pathBytes) } }

  private mutating func add(directory: String, _ folders: [FolderValue]) throws(RecordError) {
    try RecordError.VersionedTable.refuse(at: directory)
    for entry in try entries(of: directory) { try add(entry, isLinkFollowed: false, folders) }
  }

  /// Adds a file, or a directory's; links to directories are followed only if a pattern names them, so the walk ends.
  private mutating func add(_ entry: Entry, isLinkFollowed: Bool, _ folders: [FolderValue]) throws(RecordError) {
    switch try kind(of: entry.path, isLinkFollowed: isLinkFollowed) {
    case .directory: try add(directory: entry.path, folders + FolderValue.all(in: entry.name))
    case .file:
      guard files.count < Self.most else { throw RecordError(.tooManyParts(limit: Self.most), file: name) }
      files.append(File(path: entry.path, folders: folders))
    case .nothing: break
    }
  }

  private struct Entry {
    let path: String
    let name: String
  }

  private enum Kind { case file, directory, nothing }

  private func entries(of directory: String) throws(RecordError) -> [Entry] {
    let names: [String]
    do { names = try DirectoryEntry.all(in: directory).map(\.name) } catch {
      throw RecordError(.system(operation: "read", reason: "\(error)"), file: directory)
    }
    // Spark's own files begin with an underscore; a column may, too.
    return names.filter { !$0.hasPrefix("_") || $0.contains("=") }.map {
      Entry(path: Self.path(directory, $0), name: $0)
    }
  }

  private static func path(_ directory: String, _ name: String) -> String {
    directory.isEmpty || directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }

  private func kind(of path: String, isLinkFollowed: Bool) throws(RecordError) -> Kind {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else { throw RecordError(refused: "open", file: path) }
    if status.st_mode & S_IFMT == S_IFREG { return .file }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw RecordError(.system(operation: "read", reason: "it is neither a file nor a folder"), file: path)
    }
    if isLinkFollowed { return .directory }
    guard path.withPath({ lstat($0, &status) }) == 0 else { throw RecordError(refused: "open", file: path) }
    return status.st_mode & S_IFMT == S_IFDIR ? .directory : .nothing
  }

  static func isPattern(_ path: some StringProtocol) -> Bool {
    if path.utf8.contains(where: { "*?".utf8.contains($0) }) { return true }
    guard let bracket = path.utf8.firstIndex(of: UInt8(ascii: "[")) else { return false }
    return path.utf8[bracket...].contains(UInt8(ascii: "]"))
  }

  /// Adds what a pattern matches, folder by folder: `*`, `?` and `[…]` within a name, `**` for any folders.
  private mutating func addMatches(of pattern: String) throws(RecordError) {
    let steps = pattern.split(separator: "/").map(String.init)
    let fixed = steps.prefix { !Self.isPattern($0) }.joined(separator: "/")
    let base = pattern.hasPrefix("/") ? "/" + fixed : fixed
    let rest = steps.drop { !Self.isPattern($0) }
    try RecordError.VersionedTable.refuse(around: base.isEmpty ? "." : base)
    try match(rest, in: base, [])
  }

  private mutating func match(_ steps: ArraySlice<String>, in directory: String, _ folders: [FolderValue])
    throws(RecordError)
  {
    guard let step = steps.first else { return }
    try RecordError.VersionedTable.refuse(at: directory.isEmpty ? "." : directory)
    let rest = steps.dropFirst()
    guard Self.isPattern(step) else {
      let path = Self.path(directory, step)
      guard FilePath.exists(path) else { return }
      return try go(on: rest, Entry(path: path, name: step), folders)
    }
    guard FilePath.exists(directory.isEmpty ? "." : directory) else { return }
    if step == "**", !rest.isEmpty { try match(rest, in: directory, folders) }
    for entry in try entries(of: directory.isEmpty ? "." : directory) {
      let entry = Entry(path: Self.path(directory, entry.name), name: entry.name)
      if step == "**", !rest.isEmpty {
        guard case .directory = try kind(of: entry.path, isLinkFollowed: false) else { continue }
        try match(steps, in: entry.path, folders + FolderValue.all(in: entry.name))
      } else if Self.matches(step, entry.name) {
        try go(on: rest, entry, folders)
      }
    }
  }

  private static func matches(_ pattern: String, _ name: String) -> Bool {
    pattern.withPath { pattern in name.withPath { fnmatch(pattern, $0, FNM_PERIOD) } } == 0
  }

  /// Whether a name of an archive is passed over as it is in folders: below one that begins with a dot or an
  /// underscore, unless a pattern has a step that begins so.
  private static func isHidden(_ name: String, under pattern: String) -> Bool {
    let steps = pattern.split(separator: "/")
    return name.split(separator: "/").contains { step in
      guard let first = step.first, first == "." || first == "_" && !step.contains("=") else { return false }
      return !steps.contains { $0.first == first }
    }
  }

  private mutating func go(on rest: ArraySlice<String>, _ entry: Entry, _ folders: [FolderValue]) throws(RecordError) {
    guard !rest.isEmpty else { return try add(entry, isLinkFollowed: true, folders) }
    guard case .directory = try kind(of: entry.path, isLinkFollowed: true) else { return }
    try match(rest, in: entry.path, folders + FolderValue.all(in: entry.name))
  }
}

extension RecordError.VersionedTable {
  /// The table whose folder this is, if it is one for certain.
  private init?(at directory: String) {
    func has(_ folder: String) -> Bool { FilePath.isDirectory("\(directory)/\(folder)") }
    let metadata = "\(directory)/metadata"
    if has("_delta_log") {
      self = .delta
    } else if has(".hoodie") {
      self = .hudi
    } else if has("data"), has("metadata"), let entries = try? DirectoryEntry.all(in: metadata),
      entries.contains(where: { $0.name.hasSuffix(".metadata.json") })
    {
      self = .iceberg
    } else {
      return nil
    }
  }

  init?(of members: [String], among names: [String]) {
    for (log, table) in [("_delta_log/", Self.delta), (".hoodie/", .hudi)] {
      let folders = Set(names.compactMap { name in name.firstRange(of: log).map { name[..<$0.lowerBound] } })
      guard !folders.contains(where: { folder in members.contains { $0.hasPrefix(folder) } }) else {
        self = table
        return
      }
    }
    return nil
  }

  /// Makes sure that a directory is the folder of no such table.
  package static func refuse(at directory: String) throws(RecordError) {
    guard let table = Self(at: directory) else { return }
    throw RecordError(.versioned(table), file: directory)
  }

  /// Makes sure that a directory is no partition of such a table either, as `date=2026-10-01` in its folder is.
  package static func refuse(around directory: String) throws(RecordError) {
    try refuse(at: directory)
    var folder = FilePath.resolved(directory) ?? directory
    while FilePath.name(of: folder).contains("=") || FilePath.name(of: folder) == "data" {
      folder = FilePath.directory(of: folder)
      try refuse(at: folder)
    }
  }
}

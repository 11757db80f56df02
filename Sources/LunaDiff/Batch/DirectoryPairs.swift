import Records

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which files of two directories make a pair.
public struct DirectoryPairs: Sendable {
  /// Patterns of the shell, of which a name has to match one; every file of a known format if there is none.
  ///
  /// A pattern without a slash is held against the file's own name, one with a slash against its relative path.
  public var patterns: [String] = []
  /// Whether files in directories below are taken too.
  public var isRecursive = false

  /// Every file of a known format, of the directories themselves.
  public init() {}

  /// The pairs, in order of their names.
  ///
  /// Files pair that have the same relative name; of the rest, those that have the same relative name but for the
  /// format and compression, where there is one such file on each side. What is left is missing on the other side.
  ///
  /// - Parameter base: How pairs are read and compared.
  /// - Throws: `LunaDiffError` where a directory cannot be read, or there is no file.
  public func pairs(old: String, new: String, base: BatchPair) throws(LunaDiffError) -> [BatchPair]
  {
    var oldNames = try names(in: old)
    var newNames = try names(in: new)
    guard !oldNames.isEmpty || !newNames.isEmpty else {
      throw LunaDiffError("there is no file to compare in \(old) and \(new)\(hint)")
    }
    var matches = oldNames.intersection(newNames).map { (name: $0, old: $0, new: $0) }
    oldNames.subtract(matches.map(\.old))
    newNames.subtract(matches.map(\.new))
    let related = Self.byStem(oldNames, newNames)
    oldNames.subtract(related.map(\.old))
    newNames.subtract(related.map(\.new))
    matches += related
    var pairs = matches.map { name, oldName, newName in
      base.named(name, old: "\(old)/\(oldName)", new: "\(new)/\(newName)")
    }
    pairs += oldNames.map { base.named($0, old: "\(old)/\($0)", new: nil) }
    pairs += newNames.map { base.named($0, old: nil, new: "\(new)/\($0)") }
    return pairs.sorted { $0.name < $1.name }
  }

  private var hint: String {
    if !patterns.isEmpty { return "\n  hint: --pattern says which names are looked at" }
    let names = "names end in .csv, .tsv, .json, .jsonl or .ndjson, and perhaps .gz or .zst"
    return "\n  hint: \(names); --pattern takes others"
      + (isRecursive ? "" : ", and --recursive looks below")
  }

  /// Files that only one side has, paired where the format is all that differs.
  private static func byStem(
    _ old: Set<String>, _ new: Set<String>
  ) -> [(name: String, old: String, new: String)] {
    let newByStem = Dictionary(grouping: new, by: stem)
    return Dictionary(grouping: old, by: stem).compactMap { stem, names in
      guard let stem, names.count == 1, let others = newByStem[stem], others.count == 1 else {
        return nil
      }
      return (stem, names[0], others[0])
    }
  }

  /// A name without format and compression; `nil` if it has no known format.
  private static func stem(_ name: String) -> String? {
    guard InputFormat(fileName: name) != nil else { return nil }
    var stem = name[...]
    if [".gz", ".zst"].contains(where: stem.lowercased().hasSuffix),
      let dot = stem.lastIndex(of: ".")
    {
      stem = stem[..<dot]
    }
    return stem.lastIndex(of: ".").map { String(stem[..<$0]) }
  }

  // MARK: Directories

  /// The relative paths of the files that are looked at.
  private func names(in directory: String) throws(LunaDiffError) -> Set<String> {
    var found: Set<String> = []
    var waiting = [""]
    while let below = waiting.popLast() {
      for entry in try Self.entries(of: below.isEmpty ? directory : "\(directory)/\(below)") {
        let name = below.isEmpty ? entry : "\(below)/\(entry)"
        switch Self.kind(of: "\(directory)/\(name)") {
        case .directory where isRecursive: waiting.append(name)
        case .file where matches(name): found.insert(name)
        default: break
        }
      }
    }
    return found
  }

  private func matches(_ name: String) -> Bool {
    guard !patterns.isEmpty else { return InputFormat(fileName: name) != nil }
    let own = name.split(separator: "/").last.map(String.init) ?? name
    return patterns.contains { pattern in
      fnmatch(pattern, pattern.contains("/") ? name : own, FNM_PATHNAME) == 0
    }
  }

  private static func entries(of directory: String) throws(LunaDiffError) -> [String] {
    guard let stream = opendir(directory) else {
      let reason = String(cString: strerror(errno))
      throw LunaDiffError("cannot read the directory \(directory): \(reason)")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      // Hidden files are none of the data, and neither are . and ..
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private enum Kind {
    case file, directory, other
  }

  /// Links to files are followed; links to directories are not, so that the walk ends.
  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .other }
    if status.st_mode & S_IFMT == S_IFDIR { return .directory }
    guard stat(path, &status) == 0 else { return .other }
    return status.st_mode & S_IFMT == S_IFREG ? .file : .other
  }
}

extension BatchPair {
  fileprivate func named(_ name: String, old: String?, new: String?) -> BatchPair {
    var pair = self
    pair.name = name
    pair.old = old
    pair.new = new
    return pair
  }
}

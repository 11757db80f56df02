import Platform
import Records
import Requests

/// Which files of two directories make a pair.
package struct DirectoryPairs: Sendable {
  /// Patterns of the shell, of which a name has to match one; every file of a known format if there is none.
  ///
  /// A pattern without a slash is held against the file's own name, one with a slash against its relative path.
  package var patterns: [String] = []
  package var isRecursive = false
  /// The extensions of further files that plug-ins read, in small letters.
  package var claimed: Set<String> = []

  package init() {}

  /// Whether anything is said of which files are looked at.
  var isChosen: Bool { isRecursive || !patterns.isEmpty }

  /// The pairs, in order of their names.
  ///
  /// Files pair that have the same relative name; of the rest, those that have the same relative name but for the
  /// format and compression, where there is one such file on each side. What is left is missing on the other side.
  /// A directory below that cannot be read is a pair that fails, and stands for all that is in it on either side.
  package func pairs(old: String, new: String, base: BatchPair) throws(LunaDiffError) -> [BatchPair] {
    var sides = (old: try contents(of: old), new: try contents(of: new))
    let unreadable = Set(sides.old.unreadable.keys).union(sides.new.unreadable.keys)
    guard !sides.old.names.isEmpty || !sides.new.names.isEmpty || !unreadable.isEmpty else {
      throw LunaDiffError("there is no file to compare in \(old) and \(new)", hint: hint)
    }
    sides.old.remove(below: unreadable)
    sides.new.remove(below: unreadable)
    let matches = self.matches(sides.old.names, sides.new.names)
    let directories = unreadable.map { name in
      Match(
        name: FileName(name.bytes + [UInt8(ascii: "/")]), old: sides.old.unreadable[name].map { _ in name },
        new: sides.new.unreadable[name].map { _ in name })
    }
    return (matches + directories).sorted { $0.name < $1.name }.map { match in
      var pair = base
      pair.name = match.name.text
      pair.old = match.old.map { sides.old.path(of: $0).text }
      pair.new = match.new.map { sides.new.path(of: $0).text }
      pair.problem = match.old.flatMap(sides.old.problem(of:)) ?? match.new.flatMap(sides.new.problem(of:))
      return pair
    }
  }

  private var hint: Hint {
    let pattern = Setting("pattern")
    if !patterns.isEmpty { return "\(pattern) says which names are looked at" }
    let listed = InputFormat.listedSuffixes
    let names =
      "names end in \(listed.dropLast().joined(separator: ", ")) or \(listed.last ?? ""), and perhaps .gz or .zst"
    return "\(names); \(pattern) takes others" + (isRecursive ? "" : ", and \(Setting("recursive")) looks below")
  }

  private struct Match {
    let name: FileName
    var old: FileName?
    var new: FileName?
  }

  private func matches(_ old: Set<FileName>, _ new: Set<FileName>) -> [Match] {
    let both = old.intersection(new)
    var matches = both.map { Match(name: $0, old: $0, new: $0) }
    let related = byStem(old.subtracting(both), new.subtracting(both))
    matches += related.map { stem, oldName, newName in
      // A file may be called as the stem is, and no two pairs have one name.
      let isTaken = old.contains(stem) || new.contains(stem)
      return Match(name: isTaken ? newName : stem, old: oldName, new: newName)
    }
    let done = both.union(related.flatMap { [$0.old, $0.new] })
    matches += old.subtracting(done).map { Match(name: $0, old: $0) }
    matches += new.subtracting(done).map { Match(name: $0, new: $0) }
    return matches
  }

  /// Files that only one side has, paired where the format is all that differs.
  private func byStem(_ old: Set<FileName>, _ new: Set<FileName>) -> [(stem: FileName, old: FileName, new: FileName)] {
    let newByStem = Dictionary(grouping: new) { $0.stem(claimed: claimed) }
    return Dictionary(grouping: old) { $0.stem(claimed: claimed) }.compactMap { stem, names in
      guard let stem, names.count == 1, let others = newByStem[stem], others.count == 1 else { return nil }
      return (stem, names[0], others[0])
    }
  }

  private func contents(of directory: String) throws(LunaDiffError) -> DirectoryContents {
    try DirectoryContents(of: directory, isRecursive: isRecursive, matching: matches)
  }

  private func matches(_ name: FileName) -> Bool {
    guard !patterns.isEmpty else { return name.stem(claimed: claimed) != nil }
    return patterns.contains { FilePath.matches($0, name.text) }
  }
}

struct DirectoryContents {
  private let directory: FileName
  private(set) var names: Set<FileName> = []
  /// Why those of them that cannot be compared cannot.
  private var problems: [FileName: String] = [:]
  /// The directories below that cannot be read, and why.
  private(set) var unreadable: [FileName: String] = [:]

  init(of directory: String, isRecursive: Bool, matching matches: (FileName) -> Bool) throws(LunaDiffError) {
    self.directory = FileName(directory.pathBytes)
    var waiting = [FileName([])]
    while let below = waiting.popLast() {
      let entries: [DirectoryEntry]
      do { entries = try self.entries(of: below) } catch {
        guard !below.bytes.isEmpty else { throw error }
        unreadable[below] = error.message
        continue
      }
      // A directory that may be listed and not searched has no file that can be opened.
      let isSearchable = path(of: below).text.withPath { access($0, X_OK) } == 0
      for entry in entries {
        let name = below.appending(entry.name.pathBytes)
        switch kind(of: entry, name, isSearchable: isSearchable) {
        case .directory where isRecursive: waiting.append(name)
        case .file(let problem) where matches(name):
          names.insert(name)
          problems[name] = problem
        default: break
        }
      }
    }
  }

  func path(of name: FileName) -> FileName { directory.appending(name.bytes) }

  func problem(of name: FileName) -> String? { problems[name] ?? unreadable[name] }

  mutating func remove(below directories: Set<FileName>) {
    names = names.filter { name in !directories.contains(where: name.isBelow) }
  }

  private func entries(of below: FileName) throws(LunaDiffError) -> [DirectoryEntry] {
    let path = below.bytes.isEmpty ? directory : path(of: below)
    do { try RecordError.VersionedTable.refuse(around: path.text) } catch { throw LunaDiffError(error) }
    do { return try DirectoryEntry.all(in: path.text) } catch {
      let isAddress = InputGlance.isAddress(path.text)
      let isFile = FilePath.exists(path.text) && !FilePath.isDirectory(path.text)
      throw LunaDiffError(
        "cannot read the directory \(path.text): \(isAddress ? "it is an address" : "\(error)")",
        hint: isAddress ? "copy what is there to a directory first" : isFile ? "lunadiff OLD NEW compares files" : nil)
    }
  }

  private enum Kind {
    case directory, nothing
    case file(problem: String?)
  }

  /// Links to files are followed; links to directories are not, so that the walk ends.
  ///
  /// Of what the directory says by itself nobody is asked.
  private func kind(of entry: DirectoryEntry, _ name: FileName, isSearchable: Bool) -> Kind {
    if entry.isDirectory { return .directory }
    if entry.isFile, isSearchable { return .file(problem: nil) }
    let path = path(of: name)
    var status = stat()
    let code = path.text.withPath { lstat($0, &status) == 0 ? 0 : errno }
    guard code == 0 else { return code == ENOENT ? .nothing : .file(problem: Self.problem(path, code)) }
    if status.st_mode & S_IFMT == S_IFDIR { return .directory }
    if status.st_mode & S_IFMT == S_IFREG { return .file(problem: nil) }
    let linked = path.text.withPath { stat($0, &status) == 0 ? 0 : errno }
    guard linked == 0 else { return .file(problem: Self.problem(path, linked)) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .nothing
    case S_IFREG: return .file(problem: nil)
    default: return .file(problem: "\(path.text): it is a pipe or a device, not a file")
    }
  }

  private static func problem(_ path: FileName, _ code: Int32) -> String { "\(path.text): cannot open: \(Errno(code))" }
}

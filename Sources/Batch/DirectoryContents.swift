import Platform
import Records
import Requests

/// What a directory holds that a batch looks at.
struct DirectoryContents {
  private let directory: FileName
  /// The relative names of the files.
  private(set) var names: Set<FileName> = []
  /// Why those of them that cannot be compared cannot.
  private var problems: [FileName: String] = [:]
  /// The directories below that cannot be read, and why.
  private(set) var unreadable: [FileName: String] = [:]

  /// Looks through a directory.
  ///
  /// - Parameters:
  ///   - isRecursive: Whether directories below are looked through, too.
  ///   - matches: Which files are taken.
  /// - Throws: `LunaDiffError` where the directory itself cannot be read.
  init(
    of directory: String, isRecursive: Bool, matching matches: (FileName) -> Bool
  ) throws(LunaDiffError) {
    self.directory = FileName(directory.pathBytes)
    var waiting = [FileName([])]
    while let below = waiting.popLast() {
      let entries: [DirectoryEntry]
      do { entries = try self.entries(of: below) } catch {
        guard !below.bytes.isEmpty else { throw error }
        unreadable[below] = error.message
        continue
      }
      for entry in entries {
        let name = below.appending(entry.name.pathBytes)
        switch kind(of: entry, name) {
        case .directory where isRecursive: waiting.append(name)
        case .file(let problem) where matches(name):
          names.insert(name)
          problems[name] = problem
        default: break
        }
      }
    }
  }

  /// The path of something in the directory.
  func path(of name: FileName) -> FileName { directory.appending(name.bytes) }

  /// Why something in the directory cannot be compared; `nil` if nothing is known against it.
  func problem(of name: FileName) -> String? { problems[name] ?? unreadable[name] }

  /// Forgets what is below directories.
  mutating func remove(below directories: Set<FileName>) {
    names = names.filter { name in !directories.contains(where: name.isBelow) }
  }

  // MARK: Entries

  private func entries(of below: FileName) throws(LunaDiffError) -> [DirectoryEntry] {
    let path = below.bytes.isEmpty ? directory : path(of: below)
    do { try RecordError.VersionedTable.refuse(around: path.text) } catch {
      throw LunaDiffError(error)
    }
    do {
      return try DirectoryEntry.all(in: path.text)
    } catch {
      let isAddress = InputGlance.isAddress(path.text)
      throw LunaDiffError(
        "cannot read the directory \(path.text): \(isAddress ? "it is an address" : "\(error)")",
        hint: isAddress ? "copy what is there to a directory first" : nil)
    }
  }

  private enum Kind {
    case directory, nothing
    case file(problem: String?)
  }

  /// Links to files are followed; links to directories are not, so that the walk ends.
  private func kind(of entry: DirectoryEntry, _ name: FileName) -> Kind {
    let path = path(of: name)
    var status = stat()
    let code = path.text.withPath { lstat($0, &status) == 0 ? 0 : errno }
    guard code == 0 else {
      if entry.isDirectory { return .directory }
      return code == ENOENT ? .nothing : .file(problem: Self.problem(path, code))
    }
    if status.st_mode & S_IFMT == S_IFDIR { return .directory }
    let linked = path.text.withPath { stat($0, &status) == 0 ? 0 : errno }
    guard linked == 0 else { return .file(problem: Self.problem(path, linked)) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .nothing
    case S_IFREG: return .file(problem: nil)
    default: return .file(problem: "\(path.text): it is a pipe or a device, not a file")
    }
  }

  private static func problem(_ path: FileName, _ code: Int32) -> String {
    "\(path.text): cannot open: \(Errno(code))"
  }
}

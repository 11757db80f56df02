import Platform
import Requests

/// The files that a request for tests names.
enum TestFiles {
  /// What the names of files of tests end in.
  static let suffix = ".test.lua"

  /// The paths of files, directories replaced by the files of tests in them, each once and in order.
  ///
  /// - Throws: `LunaDiffError` for what is not there, and where there is nothing to run.
  static func all(_ paths: [String]) throws(LunaDiffError) -> [String] {
    var files: [String] = []
    for path in paths {
      guard FilePath.isDirectory(path) else {
        files.append(path)
        continue
      }
      let found = try Self.files(in: path)
      guard !found.isEmpty else {
        throw LunaDiffError(
          """
          \(path): there are no tests in this directory
            hint: a file of tests is called NAME\(suffix); tests of a plug-in are run by naming its file
          """)
      }
      files += found
    }
    var seen: Set<String> = []
    return files.filter { seen.insert($0).inserted }
  }

  /// The files of tests in a directory and below it, without what is hidden and behind links.
  private static func files(in directory: String) throws(LunaDiffError) -> [String] {
    let entries: [DirectoryEntry]
    do { entries = try DirectoryEntry.all(in: directory) } catch {
      throw LunaDiffError("cannot read the directory \(directory): \(error)")
    }
    var files: [String] = []
    for entry in entries.sorted(by: { $0.name < $1.name }) {
      let path = FilePath.joined(directory, entry.name)
      if entry.isDirectory {
        files += try self.files(in: path)
      } else if entry.name.hasSuffix(suffix) {
        files.append(path)
      }
    }
    return files
  }
}

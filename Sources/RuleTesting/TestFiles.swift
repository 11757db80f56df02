import Platform
import Comparing
import Requests
import Rules

/// The files that a request for tests names.
enum TestFiles {
  static let suffix = ".test.lua"

  /// The paths of files, directories replaced by the files of tests in them, each once and in order.
  static func all(_ paths: [String]) throws(LunaDiffError) -> [String] {
    var files: [String] = []
    for path in paths {
      guard FilePath.isDirectory(path) else {
        files.append(path)
        continue
      }
      var found = try Self.files(in: path)
      let plugin = FilePath.joined(path, PackageFiles.folderFile)
      if found.isEmpty, FilePath.exists(plugin) { found = [plugin] }
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
        guard entry.isFile || FilePath.isInside(path, directory) else {
          throw LunaDiffError("\(path): it is a link that leaves the folder \(directory)")
        }
        files.append(path)
      }
    }
    return files
  }
}

/// The files that tests are made of, so that they are run again when one changes: files of tests, the data, rules,
/// modules, plug-ins and reports that these name, and the directories where there may be more.
///
/// - Returns: Of what cannot be read, its path alone.
package func watchedFiles(of request: TestRequest) -> [String] {
  let files = (try? TestFiles.all(request.paths)) ?? []
  let request = request.with(pluginsOf: files)
  let directories = request.paths.filter(FilePath.isDirectory) + files.map(FilePath.directory)
  let named = files.flatMap { file in ((try? TestSuite(file, request))?.cases ?? []).flatMap(\.files) }
  var seen: Set<String> = []
  return (files + directories + request.options.plugins.files + named).filter { seen.insert($0).inserted }
}

extension TestCase {
  fileprivate var files: [String] {
    let options = request.options
    let rules = options.rules.compactMap { source in if case .file(let path) = source { path } else { nil } }
    let data = Side.allCases.compactMap { side in
      options.contents[side] == nil ? (side == .source ? request.old : request.new) : nil
    }
    return rules + options.modules + data + (expectation.report.map { [$0.path] } ?? [])
  }
}

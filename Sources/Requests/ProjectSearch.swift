import Platform
import Rules
import Synchronization

/// Looks for the project that inputs belong to: the nearest `.lunadiff/project.lua` from their directory upwards, as
/// far as a repository reaches.
///
/// It is used only as the user has trusted it, since it may have come with the repository.
package struct ProjectSearch: Sendable {
  /// Where the inputs belong, if not where they are, as temporary files of git's.
  package var place: String?
  /// Whether a project's `rules.lua` is used where it has no project file; else it is said that it is not.
  package var takesRules = false
  private let trust: PackageTrust
  private let tell: @Sendable (String) -> Void
  /// Which projects have been said not to be used.
  private let told = Told()
  private var found = Found(isKept: false)

  /// `tell` is given the reason why a project is not used, once for each.
  package init(trust: PackageTrust = .standard, tell: @escaping @Sendable (String) -> Void) {
    self.trust = trust
    self.tell = tell
  }

  /// The same search for many inputs that are read at one time: it looks at each directory and project once.
  package var lookingOnce: ProjectSearch {
    var search = self
    search.found = Found(isKept: true)
    return search
  }

  /// What the project says for inputs; `nil` where there is none that is trusted.
  ///
  /// - Parameter paths: Those of the inputs; the first that is in a project decides.
  package func rules(for paths: [String]) throws -> DiffRequest.RuleSource? {
    for path in paths {
      guard let input = ProjectInput(path, resolving: { found.directories.value(of: $0, FilePath.resolved) }),
        let (root, file) = found.projects.value(of: input.directory, { _ in file(of: input) })
      else { continue }
      let path = shown(file)
      let isProject = FilePath.name(of: file) == PackageFiles.projectFile
      guard isProject || takesRules else {
        let project = FilePath.joined(FilePath.directory(of: path), PackageFiles.projectFile)
        if told.isFirst(path) { tell("\(path) is older, and holds for git alone: \(project) holds for every command") }
        continue
      }
      return try trusted(path, inputs: isProject ? input.path(below: root) : nil)
    }
    return nil
  }

  /// Rules that may have come with a repository; `nil` unless the user has trusted them, which is told.
  ///
  /// - Parameter inputs: The path of the inputs below the directory of a project; `nil` for rules.
  package func trusted(_ path: String, inputs: String? = nil) throws -> DiffRequest.RuleSource? {
    switch try found.standings.value(of: path, trust.standing) {
    case .trusted(let files): return .project(files, inputs: inputs)
    case .doubtful(let doubt):
      if told.isFirst(path) { tell("\(path) is not used: \(doubt.advice(path))") }
      return nil
    }
  }

  private func file(of input: ProjectInput) -> (root: String, file: String)? {
    let names = [PackageFiles.projectFile, PackageFiles.rulesFile]
    for root in input.directories {
      let folder = FilePath.joined(root, PackageFiles.projectFolder)
      if let file = names.map({ FilePath.joined(folder, $0) }).first(where: FilePath.exists) { return (root, file) }
    }
    return nil
  }

  /// A path as it is reached from the current directory.
  private func shown(_ path: String) -> String {
    FilePath.resolved(".").map { FilePath.relative(path, from: $0) } ?? path
  }

  /// What was found of paths; it is not looked for again if it `isKept`.
  private struct Found: Sendable {
    let directories: Memo<String?>
    let projects: Memo<(root: String, file: String)?>
    let standings: Memo<PackageTrust.Standing>

    init(isKept: Bool) {
      (directories, projects, standings) = (Memo(isKept), Memo(isKept), Memo(isKept))
    }
  }

  private final class Memo<Value: Sendable>: Sendable {
    private let isKept: Bool
    private let values = Mutex<[String: Value]>([:])

    init(_ isKept: Bool) { self.isKept = isKept }

    func value(of path: String, _ find: (String) throws -> Value) rethrows -> Value {
      guard isKept else { return try find(path) }
      if let known = values.withLock({ $0[path] }) { return known }
      let value = try find(path)
      values.withLock { $0[path] = value }
      return value
    }
  }

  private final class Told: Sendable {
    private let paths = Mutex<Set<String>>([])

    func isFirst(_ path: String) -> Bool { paths.withLock { $0.insert(path).inserted } }
  }
}

/// Where a project file that is not there yet would be for an input, and the input's path below the project.
package struct ProjectPlace: Sendable {
  /// The path of the file from the current directory.
  package let file: String
  package let pattern: String

  /// In the repository that the input is in; without one, in the current directory or else in the input's own.
  ///
  /// `nil` for standard input, and what is at an address.
  package init?(for path: String) {
    guard let input = ProjectInput(path), let here = FilePath.resolved(".") else { return nil }
    let repository = input.directories.last { FilePath.exists(FilePath.joined($0, ".git")) }
    guard let root = repository ?? input.directories.first(where: { $0 == here }) ?? input.directories.first else {
      return nil
    }
    let folder = FilePath.joined(root, PackageFiles.projectFolder)
    file = FilePath.relative(FilePath.joined(folder, PackageFiles.projectFile), from: here)
    pattern = input.path(below: root)
  }
}

extension ComparisonOptions {
  /// Takes the rules of the project that inputs at these paths are in, unless a project file is named as rules.
  mutating func joinProject(of paths: [String]) throws {
    let paths = project?.place.map { [$0] } ?? paths
    rules = try rules.map { try $0.joiningProject(of: paths) }
    let namesProject = rules.contains { if case .project = $0 { true } else { false } }
    if !namesProject, let found = try project?.rules(for: paths) { rules.insert(found, at: 0) }
  }
}

extension DiffRequest.RuleSource {
  /// What a project file that somebody names, and so trusts, says for inputs; any other rules as they are.
  fileprivate func joiningProject(of paths: [String]) throws -> DiffRequest.RuleSource {
    guard case .file(let file) = self, PackageFiles.isProject(file, called: [PackageFiles.projectFile]),
      let place = FilePath.resolved(file)
    else { return self }
    let root = FilePath.directory(of: FilePath.directory(of: place))
    let input = paths.lazy.compactMap { ProjectInput($0) }.first { $0.directories.contains(root) }
    guard let input else { throw LunaDiffError("\(file): neither input is in this project") }
    return .project(try PackageFiles(path: file), inputs: input.path(below: root))
  }
}

/// Where an input is: a file, a directory, a pattern, or a version that git keeps.
private struct ProjectInput {
  /// A directory that is there, without symbolic links.
  let directory: String
  /// What the input is called in it.
  private let name: String

  /// `nil` for standard input, and what is at an address.
  ///
  /// - Parameter resolved: The path of a directory without symbolic links; `nil` where there is none.
  init?(_ path: String, resolving resolved: (String) -> String? = FilePath.resolved) {
    guard path != "-", FilePath.scheme(of: path) == nil else { return nil }
    let file = Self.inWorkingTree(path)
    var (directory, name) = (FilePath.directory(of: file), FilePath.name(of: file))
    var place = resolved(directory)
    while place == nil, directory != "/", directory != "." {
      name = "\(FilePath.name(of: directory))/\(name)"
      directory = FilePath.directory(of: directory)
      place = resolved(directory)
    }
    guard let place else { return nil }
    (self.directory, self.name) = (place, name)
  }

  /// The path in the working tree of what git calls `REV:PATH`; any other path as it is.
  private static func inWorkingTree(_ path: String) -> String {
    guard let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")), !FilePath.exists(path) else { return path }
    let name = String(path[path.index(after: colon)...])
    if name.hasPrefix("./") || name.hasPrefix("../") { return name }
    let root = FilePath.resolved(".").flatMap { upwards(from: $0).last }
    return root.map { FilePath.joined($0, name) } ?? name
  }

  /// The input's directory and those above it, up to the root of the repository, or else of the file system.
  var directories: [String] { Self.upwards(from: directory) }

  private static func upwards(from directory: String) -> [String] {
    var directories = [directory]
    while let last = directories.last, last != "/", !FilePath.exists(FilePath.joined(last, ".git")) {
      directories.append(FilePath.directory(of: last))
    }
    return directories
  }

  /// The path that begins in a directory in which the input is.
  func path(below root: String) -> String { FilePath.relative(FilePath.joined(directory, name), from: root) }
}

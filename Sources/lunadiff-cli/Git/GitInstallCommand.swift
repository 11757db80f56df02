import ArgumentParser
import Platform
import Records
import Requests

struct GitInstallCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", _superCommandName: "lunadiff git",
    abstract: "Makes git compare and merge files record by record.",
    usage: "lunadiff git install [--global] [PATTERN ...]",
    discussion: """
      It sets diff.lunadiff.command, merge.lunadiff.driver and difftool.lunadiff.cmd, and names the files in \
      .gitattributes at the root of the repository. Git keeps its settings out of clones: everybody who clones runs it once. What is there already stays.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff git install
      lunadiff git install '*.csv' 'exports/*.json'
      lunadiff git install --global

    EXIT STATUS:
      0  it is done, or was done before
      2  trouble: no git, no repository, a file that cannot be written
    """

  @Flag(
    help: Help.flag(
      "For all repositories of the user.",
      "The attributes then stand in the file that core.attributesFile names, else in git/attributes of the user's "
        + "configuration.")) var global = false

  @Argument(
    help: Help.flag(
      "Which files, as in .gitattributes.", value: "pattern",
      "Without any: *.csv, *.tsv and *.jsonl. JSON has to be named, since much of it is no table.")) var patterns:
    [String] = []

  private static let tables = InputFormat.allCases.filter { !$0.isDocument }.map { "*\($0.suffixes[0])" }

  func validate() throws {
    for pattern in patterns where pattern.isEmpty || pattern.contains(where: \.isNewline) {
      throw ValidationError("a pattern is one line of text")
    }
  }

  func execute() throws -> ExitStatus {
    let attributes = try GitAttributes(isGlobal: global)
    let settings = GitSettings(isGlobal: global)
    var steps = try settings.install()
    steps += try attributes.add(patterns.isEmpty ? Self.tables : patterns)
    try StandardOutput.print(steps.map { "\($0)\n" }.joined())
    if !global, try attributes.isUncommitted {
      Diagnostics.note("commit .gitattributes, and let everybody who clones run lunadiff git install, too")
    }
    if let root = try Git.root { try tellOfProject(in: root) }
    if !SearchPath.has("lunadiff") {
      Diagnostics.warning("git will not find lunadiff: it is not on the search path")
    }
    return .same
  }

  /// Says that the project is not used yet, if so.
  private func tellOfProject(in root: String) throws {
    var search = ProjectSearch(tell: Diagnostics.note)
    search.takesRules = true
    _ = try search.rules(for: [FilePath.joined(root, ".")])
  }
}

struct GitUninstallCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", _superCommandName: "lunadiff git",
    abstract: "Takes back what 'lunadiff git install' did.", usage: "lunadiff git uninstall [--global]")

  static let closing = """
    EXAMPLES:
      lunadiff git uninstall
      lunadiff git uninstall --global

    EXIT STATUS:
      0  nothing of it is left
      2  trouble: no git, no repository, a file that cannot be written
    """

  @Flag(help: Help.flag("For all repositories of the user.")) var global = false

  func execute() throws -> ExitStatus {
    let attributes = try GitAttributes(isGlobal: global)
    let steps = try GitSettings(isGlobal: global).uninstall() + attributes.removeAll()
    try StandardOutput.print(steps.isEmpty ? "nothing is installed\n" : steps.map { "\($0)\n" }.joined())
    return .same
  }
}

struct GitSettings {
  let isGlobal: Bool

  private static let all = [
    (key: "diff.lunadiff.command", value: "lunadiff git diff --"),
    (key: "merge.lunadiff.name", value: "records joined by lunadiff"),
    (key: "merge.lunadiff.driver", value: "lunadiff git merge -- %O %A %B %P %S %X %Y"),
    (key: "difftool.lunadiff.cmd", value: #"lunadiff -- "$LOCAL" "$REMOTE""#),
  ]

  private var place: String { isGlobal ? "--global" : "--local" }

  /// Sets what is not set yet, and says so, a line each; a value of the user's own stays.
  func install() throws -> [String] {
    try Self.all.map { key, value in
      guard let present = try Git.ask(["config", place, "--get", key]) else {
        try Git.require(["config", place, key, value])
        return "set \(key)"
      }
      return present == value ? "\(key) is set" : "\(key) stays as it is: \(present)"
    }
  }

  func uninstall() throws -> [String] {
    try Self.all.compactMap { key, _ in
      guard try Git.ask(["config", place, "--get-all", key]) != nil else { return nil }
      try Git.require(["config", place, "--unset-all", key])
      return "removed \(key)"
    }
  }
}

struct GitAttributes {
  private let path: String
  private let name: String
  private let lines: [String]

  private static let attributes = " diff=lunadiff merge=lunadiff"
  private static let largest = 1 << 20

  /// Finds and reads the file, which need not be there.
  init(isGlobal: Bool) throws {
    if isGlobal {
      path = try Self.globalPath()
      name = path
    } else {
      let root = try Git.require(["rev-parse", "--show-toplevel"])
      path = root + "/.gitattributes"
      name = ".gitattributes"
      guard FilePath.isInside(path, root) else { throw CommandError("\(name) is a link that leaves the repository") }
    }
    lines = try Self.lines(of: path)
  }

  private static func globalPath() throws -> String {
    if let path = try Git.ask(["config", "--global", "--type=path", "core.attributesFile"]) { return path }
    let home = Environment.variable("HOME").map { $0 + "/.config" }
    guard let folder = Environment.variable("XDG_CONFIG_HOME") ?? home else {
      throw CommandError("there is no home directory", hint: "HOME names it")
    }
    return folder + "/git/attributes"
  }

  private static func lines(of path: String) throws -> [String] {
    guard FilePath.exists(path) else { return [] }
    guard let size = FilePath.size(of: path), size <= largest,
      let text = String(validating: try TextFile.read(path), as: UTF8.self)
    else { throw CommandError("\(path): is no file of git's attributes") }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  func add(_ patterns: [String]) throws -> [String] {
    let wanted = patterns.map { Self.spelling($0) + Self.attributes }
    let missing = wanted.filter { !lines.contains($0) }
    if !missing.isEmpty { try write((lines.last == "" ? lines.dropLast() : lines[...]) + missing) }
    return wanted.map { line in missing.contains(line) ? "added to \(name): \(line)" : "\(name) has: \(line)" }
  }

  /// Whether the file of a repository has something that is not committed.
  ///
  /// `git status` would run filters of the repository.
  var isUncommitted: Bool {
    get throws {
      guard let committed = try Git.ask(["cat-file", "blob", "HEAD:.gitattributes"]) else { return true }
      let text = try Self.lines(of: path).joined(separator: "\n")
      return text != committed && text != committed + "\n"
    }
  }

  /// Removes every line that `add` wrote, and the file if it has no other.
  func removeAll() throws -> [String] {
    let own = lines.filter { $0.hasSuffix(Self.attributes) }
    guard !own.isEmpty else { return [] }
    let rest = lines.filter { !$0.hasSuffix(Self.attributes) }
    if rest.allSatisfy(\.isEmpty) {
      try FilePath.remove(path)
    } else {
      try write(rest.last == "" ? rest.dropLast() : rest[...])
    }
    return own.map { "removed from \(name): \($0)" }
  }

  private func write(_ lines: ArraySlice<String>) throws {
    try Directory.make(FilePath.directory(of: path))
    let text = lines.map { $0 + "\n" }.joined()
    try OutputPlace(path, inputs: []).write { try $0.write(text) }
  }

  /// A pattern as one word of the file: in quotes where it has spaces or begins like a comment.
  private static func spelling(_ pattern: String) -> String {
    guard pattern.contains(where: { " \t\"".contains($0) }) || pattern.hasPrefix("#") else { return pattern }
    let escaped = pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}

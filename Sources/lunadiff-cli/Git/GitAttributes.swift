import Records
import Platform

/// The file that tells git which files this program compares.
struct GitAttributes {
  private let path: String
  /// The file's name in messages.
  private let name: String
  private let lines: [String]

  private static let attributes = " diff=lunadiff merge=lunadiff"
  private static let largest = 1 << 20

  /// Finds and reads the file, which need not be there.
  ///
  /// - Throws: `CommandError` where there is no repository, or the file is none of text.
  init(isGlobal: Bool) throws {
    if isGlobal {
      path = try Self.globalPath()
      name = path
    } else {
      path = try Git.require(["rev-parse", "--show-toplevel"]) + "/.gitattributes"
      name = ".gitattributes"
    }
    lines = try Self.lines(of: path)
  }

  private static func globalPath() throws -> String {
    if let path = try Git.ask(["config", "--global", "--type=path", "core.attributesFile"]) {
      return path
    }
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

  /// Adds patterns that are not there yet.
  ///
  /// - Returns: What was done, a line each.
  func add(_ patterns: [String]) throws -> [String] {
    let wanted = patterns.map { Self.spelling($0) + Self.attributes }
    let missing = wanted.filter { !lines.contains($0) }
    if !missing.isEmpty {
      try write((lines.last == "" ? lines.dropLast() : lines[...]) + missing)
    }
    return wanted.map { line in
      missing.contains(line) ? "added to \(name): \(line)" : "\(name) has: \(line)"
    }
  }

  /// Whether the file of a repository has something that is not committed.
  var isUncommitted: Bool {
    get throws {
      try Git.ask(["status", "--porcelain", "--untracked-files=all", "--", path])?.isEmpty == false
    }
  }

  /// Removes every line that `add` wrote.
  ///
  /// - Returns: What was done, a line each.
  func removeAll() throws -> [String] {
    let own = lines.filter { $0.hasSuffix(Self.attributes) }
    guard !own.isEmpty else { return [] }
    let rest = lines.filter { !$0.hasSuffix(Self.attributes) }
    try write(rest.last == "" ? rest.dropLast() : rest[...])
    return own.map { "removed from \(name): \($0)" }
  }

  private func write(_ lines: ArraySlice<String>) throws {
    try Directory.make(FilePath.directory(of: path))
    let text = lines.map { $0 + "\n" }.joined()
    try OutputPlace(path, inputs: []).write { try $0.write(text) }
  }

  /// A pattern as one word of the file: in quotes where it has spaces or begins like a comment.
  private static func spelling(_ pattern: String) -> String {
    guard pattern.contains(where: { " \t\"".contains($0) }) || pattern.hasPrefix("#") else {
      return pattern
    }
    let escaped = pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}

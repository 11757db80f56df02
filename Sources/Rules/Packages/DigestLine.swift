/// A line of a list of files as `sha256sum` writes and checks it: 64 digits, two spaces, and a path.
enum DigestLine {
  static func text(_ digest: String, _ path: String) -> String { "\(digest)  \(path)" }

  static func path(of line: String) -> String { String(decoding: line.utf8.dropFirst(64 + 2), as: UTF8.self) }

  /// How files differ from those that an older list has, as in `init.lua changed`.
  static func changes(from old: Set<String>, to new: Set<String>) -> [String] {
    let (before, after) = (Set(old.map(path)), Set(new.map(path)))
    return Set(old.symmetricDifference(new).map(path)).sorted().map { path in
      before.contains(path) ? "\(path) \(after.contains(path) ? "changed" : "is missing")" : "\(path) is new"
    }
  }

  static func words(of changes: [String]) -> String {
    changes.prefix(3).joined(separator: ", ") + (changes.count > 3 ? " and \(changes.count - 3) more" : "")
  }
}

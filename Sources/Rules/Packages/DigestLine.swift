/// A line of a list of files as `sha256sum` writes and checks it: 64 digits, two spaces, and a path.
enum DigestLine {
  static func text(_ digest: String, _ path: String) -> String { "\(digest)  \(path)" }

  static func path(of line: some Collection<UInt8>) -> String {
    String(decoding: line.dropFirst(64 + 2), as: UTF8.self)
  }

  /// As in `init.lua and 2 more`, of paths whose lines have changed.
  static func words(ofChanged paths: [String]) -> String {
    let others = paths.count > 1 ? " and \(paths.count - 1) more" : ""
    return paths.prefix(1).joined() + others
  }
}

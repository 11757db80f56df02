import Platform

/// What paths can be continued with.
enum PathCompletion {
  /// The paths that begin with a text; directories end with a slash.
  static func completions(of path: String) -> [String] {
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let entries = (try? DirectoryEntry.all(in: directory.isEmpty ? "." : directory)) ?? []
    return entries.map { directory + $0.name + ($0.isDirectory ? "/" : "") }
  }
}

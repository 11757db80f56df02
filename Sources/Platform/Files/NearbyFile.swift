/// Finds the file that was probably meant by the name of one that does not exist.
package enum NearbyFile {
  /// So many files of a directory are looked at.
  private static let mostFiles = 4096
  /// Of a shorter stem any letter may be meant, so that another one is no slip of the keyboard.
  private static let shortestStem = 3

  /// The path of the file in the same directory whose name is nearest, if one is near enough.
  package static func nearest(to path: String) -> String? {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let directory = path[..<start]
    let name = path[start...]
    let place = directory.isEmpty ? "." : String(directory)
    let entries = (try? DirectoryEntry.all(in: place, limit: mostFiles)) ?? []
    let names = entries.filter { !$0.isDirectory }.map(\.name).filter { areNear(stem(of: name), stem(of: $0)) }
    return Suggestion.nearest(to: String(name), among: names).map { directory + $0 }
  }

  /// Whether one stem may be a slip for the other: files that share an extension are not alike for it.
  private static func areNear(_ stem: String, _ other: String) -> Bool {
    stem == other || stem.count >= shortestStem && Suggestion.nearest(to: stem, among: [other]) != nil
  }

  private static func stem(of name: some StringProtocol) -> String { name.prefix { $0 != "." }.lowercased() }
}

import Records

/// The command line without what says which report is written, and where: other flags may follow it.
enum RepeatableCommand {
  /// Flags that are left out, with their values: also those that never change the result.
  private static let valued: Set = [
    "-f", "--format", "-o", "--output", "--notes", "--limit", "--color", "--threads", "--memory", "--temp", "--shards",
  ]
  /// Flags that are left out.
  private static let alone: Set = [
    "-q", "--quiet", "-v", "--verbose", "--watch", "--no-pager", "--profile", "--debug",
  ]
  /// Settings of readers, which may be passwords that no report is to hold.
  private static let secret: Set = ["--input-option", "--old-option", "--new-option"]
  /// Flags of one letter, whose value may follow without a space.
  private static let joined: Set = ["-k", "-r", "-e", "-f", "-o"]

  /// The words from the program's name on; `nil` where they could not be repeated, or hold what is not to be read.
  static func words(_ arguments: [String]) -> [String]? {
    var words = ["lunadiff"]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      let name = String(word.prefix { $0 != "=" })
      guard isRepeatable(word), !secret.contains(name) else { return nil }
      if valued.contains(name) {
        if name == word { _ = rest.popFirst() }
      } else if word.hasPrefix("-"), !word.hasPrefix("--"), word.count > 2 {
        guard joined.contains(String(word.prefix(2))) else { return nil }
        if !valued.contains(String(word.prefix(2))) { words.append(word) }
      } else if !alone.contains(name) {
        words.append(word)
      }
    }
    return words
  }

  /// Whether a word stands for the same the next time, which standard input does not, and has no password in it.
  private static func isRepeatable(_ word: String) -> Bool {
    word != "-" && !word.hasPrefix("/dev/") && InputName.of(word) == word
  }
}

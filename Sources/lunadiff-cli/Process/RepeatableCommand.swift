import Platform
import Records
import Reports

/// The command line without what says which report is written, and where: other flags may follow it.
enum RepeatableCommand {
  /// Flags that are left out, with their values: also those that never change the result.
  private static let valued: Set = [
    "-f", "--format", "-o", "--output", "--notes", "--limit", "--color", "--threads", "--memory", "--temp",
  ]
  /// Flags that are left out.
  private static let alone: Set = [
    "-q", "--quiet", "-v", "--verbose", "--watch", "--no-pager", "--profile", "--debug",
  ]
  /// Settings of readers, which may be passwords that no report is to hold.
  private static let secret: Set = ["--input-option", "--old-option", "--new-option"]
  /// Flags of one letter, whose value may follow without a space.
  private static let joined: Set = ["-k", "-r", "-e", "-f", "-o"]

  /// Flags of a comparison that `lunadiff learn` does not have, with their values.
  static let valuedOfComparisons: Set = [
    "--accept", "--fail-on", "--format-option", "--max-added", "--max-changed", "--max-deleted", "--max-inserted",
    "--max-moved", "--max-removed", "--max-updated", "--show", "--with",
  ]
  /// The same of flags without a value.
  static let aloneOfComparisons: Set = [
    "--no-findings", "--no-group", "--patchable", "--show-derived", "--stages", "--statistics",
  ]

  /// Flags of a batch alone, with their values.
  private static let valuedOfBatches: Set = ["--pattern", "--report", "--output-dir", "--history", "--night"]
  /// The same of flags without a value.
  private static let aloneOfBatches: Set = ["--recursive", "--no-findings"]

  /// What may be typed next; `nil` where the command could not be repeated, or holds what is not to be read.
  ///
  /// - Parameter ruleFile: What a file for what was learned is called, without its extension.
  static func commands(_ arguments: [String], ruleFile: String = "rules") -> ReportOptions.Commands? {
    guard let comparing = words(arguments),
      let withoutKey = words(arguments, alsoWithout: keyFlags),
      let learning = words(arguments, alsoWithout: valuedOfComparisons, aloneOfComparisons)
    else { return nil }
    let inputs = learning.dropFirst(learning.dropFirst().first == "diff" ? 2 : 1)
    return ReportOptions.Commands(
      comparing: comparing, withoutKey: withoutKey,
      learning: ["lunadiff", "learn"] + inputs + ["-o", unusedFile(ruleFile)])
  }

  /// What may be typed next for two files of the directories of a batch; `nil` as above.
  static func commands(
    _ arguments: [String], of folders: (old: String, new: String), pair: (old: String?, new: String?),
    ruleFile: String
  ) -> ReportOptions.Commands? {
    guard var words = words(arguments, alsoWithout: valuedOfBatches, aloneOfBatches)?.dropFirst(2),
      let old = words.firstIndex(of: folders.old), let oldFile = pair.old, let newFile = pair.new
    else { return nil }
    words[old] = oldFile
    guard let new = words[(old + 1)...].firstIndex(of: folders.new) else { return nil }
    words[new] = newFile
    return commands(Array(words), ruleFile: ruleFile)
  }

  private static let keyFlags: Set = ["-k", "--key", "--key-as"]

  /// Compares under rules that were learned by a command line, as the words of a shell; `nil` as above.
  static func comparing(underRules path: String, _ flags: [String] = [], learnedBy arguments: [String]) -> String? {
    guard let words = words(arguments, alsoWithout: [], ["--force"]) else { return nil }
    return ([words[0]] + words.dropFirst(2) + ["-r", path] + flags).shellLine
  }

  /// A file for rules that does not exist yet.
  static func unusedFile(_ stem: String) -> String {
    var (number, name) = (1, stem)
    while FilePath.exists("\(name).lua") {
      number += 1
      name = "\(stem)-\(number)"
    }
    return "\(name).lua"
  }

  /// What files for the rules of pairs are called, without their extension, by the pairs' names: each another one.
  static func ruleFiles(ofPairs pairs: [String]) -> [String: String] {
    let stems = pairs.map { pair in
      let end = pair.lastIndex(of: ".").map { $0 > pair.startIndex ? $0 : pair.endIndex } ?? pair.endIndex
      return "rules-" + pair[..<end].split(separator: "/", omittingEmptySubsequences: false).joined(separator: "-")
    }
    let counts = stems.counted()
    let names = stems.enumerated().map { counts[$1] == 1 ? $1 : "\($1)-of-pair-\($0 + 1)" }
    return Dictionary(zip(pairs, names)) { first, _ in first }
  }

  /// The words from the program's name on; `nil` where they could not be repeated, or hold what is not to be read.
  static func words(_ arguments: [String], alsoWithout others: Set<String> = [], _ switches: Set<String> = [])
    -> [String]?
  {
    let (valued, alone) = (valued.union(others), alone.union(switches))
    var words = ["lunadiff"]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        guard rest.allSatisfy(isRepeatable) else { return nil }
        // Other flags may follow.
        return words + rest.map { $0.hasPrefix("-") ? "./" + $0 : $0 }
      }
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

  /// Whether a word stands for the same the next time, which standard input and pipes do not, and has no password in it.
  private static func isRepeatable(_ word: String) -> Bool {
    word != "-" && !word.hasPrefix("/dev/") && InputName.of(word) == word && !FilePath.isPipe(word)
  }
}

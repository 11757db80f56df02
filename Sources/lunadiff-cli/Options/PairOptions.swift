import ArgumentParser
import Batch

/// Which files are compared with which.
struct PairOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "A Lua file that returns a list of pairs, instead of directories.", value: "file",
      """
      { { old = "a.csv", new = "b.csv", name = …, rules = …, key = …, read = …, old_read = …, new_read = … }, …, defaults = { … } }. 'rules' is \
      a table or the path of a rules file. Paths start from the manifest's directory.
      """))
  var manifest: String?

  @Option(
    help: Help.flag(
      "Only files whose names match, as in '*.csv'. Repeatable.", value: "glob",
      "A pattern with a slash is held against the path below the directory. Without one, all files of known formats."
    ))
  var pattern: [String] = []

  @Flag(help: Help.flag("Files in directories below as well."))
  var recursive = false

  /// How directories are paired.
  var directoryPairs: DirectoryPairs {
    var pairs = DirectoryPairs()
    pairs.patterns = pattern
    pairs.isRecursive = recursive
    return pairs
  }
}

/// A command as its manual page and its completions know it.
struct CommandDescription {
  /// The name of the subcommand.
  let name: String
  /// What it does, in one sentence.
  let summary: String
  /// What else there is to know; paragraphs.
  let discussion: String
  /// How it is called, a form a line.
  let usage: String
  /// The end of its page of help: examples, the exit status.
  let closing: String
  /// What stands on the command line without a name.
  let operands: [FlagDescription]
  /// The names of its own commands.
  let subcommands: [String]
  /// Flags with and without values.
  let flags: [FlagDescription]
}

/// A flag, or an operand.
struct FlagDescription {
  /// Flags that may stand alone: a value is only ever joined to them, as in `--profile=FILE`.
  static let bare: Set<String> = ["--coverage", "--profile"]

  /// The names with their dashes; empty for an operand.
  let names: [String]
  /// The name of the value; `nil` for a flag without one, and where the flag may stand alone.
  let value: String?
  /// The heading that it stands under; empty without one.
  let section: String
  /// The words that the value may be; empty where it may be anything.
  let words: [String]
  /// Whether the definition says that it is a directory.
  let isDirectory: Bool
  /// One line of help.
  let summary: String
  /// What `--help` adds to it.
  let details: String
  /// Whether it may be said several times.
  let isRepeating: Bool
}

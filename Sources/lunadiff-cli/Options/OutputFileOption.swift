import ArgumentParser

/// A file in place of standard output.
struct OutputFileOption: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: Help.flag("Write to a file instead of standard output.", value: "file", "- is standard output.")) var name:
    String?

  /// The output file; `nil` for standard output.
  var path: String? { name == "-" ? nil : name }
}

extension CommandError {
  /// A file is there that nobody has said to write over.
  static func isThere(_ path: String) -> CommandError {
    CommandError("\(path) is there already", hint: "--force writes over it; -o gives another name")
  }
}

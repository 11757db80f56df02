import ArgumentParser

/// Whether a command is carried out again and again.
struct WatchOptions: ParsableArguments {
  @Flag(
    help: Help.flag(
      "Do it again whenever an input or a rules file changes.",
      "Ctrl-C ends, with the status of the last time. Modules that rules require are not watched."))
  var watch = false

  /// Does the work once, or whenever a file has changed.
  ///
  /// - Parameter files: The paths that matter.
  func run(files: [String], _ work: () throws -> ExitStatus) throws -> ExitStatus {
    guard watch else { return try work() }
    guard !files.contains("-") else {
      throw CommandError("--watch cannot read standard input twice", hint: "name files")
    }
    return Watch { files }.run(work)
  }
}

extension NamedRuleOptions {
  /// The files that the rules come from; `plugin:name` is none.
  var files: [String] {
    rules.filter { !$0.contains(":") || FileState($0).exists } + plugins.plugin
  }
}

import ArgumentParser
import Requests

/// Whether a command is carried out again and again.
struct WatchOptions: ParsableArguments {
  @Flag(
    help: Help.flag(
      "Do it again whenever an input or a rules file changes.",
      """
      A rules file with the modules that it requires and the files that it looks things up in. Ctrl-C ends, with the \
      status of the last time.
      """)) var watch = false

  /// Does the work once, or whenever a file has changed.
  ///
  /// - Parameters:
  ///   - files: The paths that matter.
  ///   - options: Say which rules there are, whose modules matter, too.
  func run(files: [String], _ options: ComparisonOptions, _ work: () throws -> ExitStatus) throws -> ExitStatus {
    guard watch else { return try work() }
    guard !files.contains("-") else {
      throw CommandError("--watch cannot read standard input twice", hint: "name files")
    }
    return Watch { files + options.modules }.run(work)
  }
}

extension NamedRuleOptions {
  /// The files that the rules come from; `plugin:name` is none.
  var files: [String] { rules.filter { !$0.contains(":") || FileState($0).exists } + plugins.plugin }
}

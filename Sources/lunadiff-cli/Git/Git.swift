import Requests
import Scripting
import Platform

/// What is asked of git, run without a shell.
enum Git {
  /// The most bytes that an answer may have.
  private static let longestAnswer = 1 << 20

  /// What git answers, without the last line end; `nil` where its status says no.
  static func ask(_ arguments: [String]) throws -> String? {
    let (end, output) = try run(arguments, limit: longestAnswer)
    return end.status == 0 ? text(output) : nil
  }

  /// Has git do something that has to succeed.
  ///
  /// - Throws: `CommandError` with what git says.
  @discardableResult static func require(_ arguments: [String]) throws -> String {
    let (end, output) = try run(arguments, limit: longestAnswer)
    guard end.status == 0 else {
      throw CommandError("git \(arguments.first ?? ""): \(end.reason)")
    }
    return text(output)
  }

  /// What flags say; where they name no rules, the file holds that the setting lunadiff.rules names.
  ///
  /// A setting is the user's own: no clone brings one along.
  static func options(
    _ input: InputOptions, rules: RuleOptions, script: ScriptOptions, work: WorkOptions
  ) throws -> ComparisonOptions {
    var options = ComparisonOptions(input, rules: rules, script: script, work: work)
    if options.rules.isEmpty,
      let path = try ask(["config", "--type=path", "--get", "lunadiff.rules"])
    {
      options.rules = [.file(path)]
    }
    return options
  }

  private static func text(_ output: [UInt8]) -> String {
    String(
      decoding: output.last == UInt8(ascii: "\n") ? output.dropLast() : output[...], as: UTF8.self)
  }

  /// Runs git and keeps what it writes.
  static func run(_ arguments: [String], limit: Int) throws -> (
    end: Subprocess.End, output: [UInt8]
  ) {
    do {
      return try Subprocess("git", arguments).run(limit: limit)
    } catch let error as SubprocessError {
      throw CommandError(error.description)
    }
  }
}

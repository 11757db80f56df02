import Requests
import Platform

enum Git {
  private static let longestAnswer = 1 << 20

  /// What git answers, without the last line end; `nil` where its status says no.
  static func ask(_ arguments: [String]) throws -> String? {
    let (end, output) = try run(arguments, limit: longestAnswer)
    return end.status == 0 ? text(output) : nil
  }

  @discardableResult static func require(_ arguments: [String]) throws -> String {
    let (end, output) = try run(arguments, limit: longestAnswer)
    guard end.status == 0 else { throw CommandError("git \(arguments.first ?? ""): \(end.reason)") }
    return text(output)
  }

  /// What flags say of a file; where they name no rules, the file holds that the setting lunadiff.rules names, and
  /// without one the repository's own rules, if the user trusts them.
  ///
  /// The setting of a repository may have come with it, as in an archive: its rules have to be trusted, too.
  static func options(_ inputs: SharedInputOptions, of file: String) throws -> ComparisonOptions {
    var options = inputs.options
    let root = try root
    if let root { options.plugins.setProject(in: root) }
    options.project?.place = file
    guard options.rules.isEmpty else { return options }
    let setting = try ask(["config", "--null", "--show-scope", "--type=path", "--get", "lunadiff.rules"])
    let words = setting?.split(separator: "\0").map(String.init) ?? []
    if words.count == 2 {
      let isOfRepository = ["local", "worktree"].contains(words[0])
      let search = options.project ?? ProjectSearch(tell: Diagnostics.note)
      let rules = isOfRepository ? try search.trusted(words[1]) : .file(words[1])
      options.rules = rules.map { [$0] } ?? []
    }
    options.project?.takesRules = options.rules.isEmpty
    return options
  }

  /// The way up to the root of the working tree; `nil` outside of one.
  static var root: String? {
    get throws { try ask(["rev-parse", "--show-cdup"]).map { $0.isEmpty ? "." : String($0.dropLast()) } }
  }

  private static func text(_ output: [UInt8]) -> String {
    String(decoding: output.last == UInt8(ascii: "\n") ? output.dropLast() : output[...], as: UTF8.self)
  }

  /// - Parameter inRepository: Whether git may look at the repository, with its attributes and filters.
  static func run(_ arguments: [String], limit: Int, inRepository: Bool = true) throws -> (
    end: Subprocess.End, output: [UInt8]
  ) {
    var git = Subprocess.git(arguments)
    if !inRepository { git.environment.append(("GIT_DIR", "/dev/null")) }
    do { return try git.run(limit: limit) } catch let error as SubprocessError {
      throw CommandError(error.description)
    }
  }
}

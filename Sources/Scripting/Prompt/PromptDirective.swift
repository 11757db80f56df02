import Platform
import Requests

/// The commands of a prompt.
protocol PromptDirective: RawRepresentable<String>, CaseIterable, Equatable {
  var about: DirectiveHelp { get }
  /// Which one of several is meant by a beginning that they share.
  static var preferred: [String: Self] { get }
  /// What else can be typed.
  static var closing: String { get }
}

/// What help says of a command.
struct DirectiveHelp {
  var arguments = ""
  let summary: String
  /// More about it, with examples.
  var details = ""
}

extension PromptDirective {
  /// The command of a name, or of the beginning of one that no other has; `nil` where none or several are meant.
  static func found(_ name: String) -> Self? {
    if let command = Self(rawValue: name) ?? preferred[name] { return command }
    let matching = matching(name)
    return matching.count == 1 ? matching.first : nil
  }

  private static func matching(_ name: String) -> [Self] {
    allCases.filter { !name.isEmpty && $0.rawValue.hasPrefix(name) }
  }

  static func named(_ name: String) throws(LunaDiffError) -> Self {
    if let command = found(name) { return command }
    let matching = matching(name)
    let names = allCases.map(\.rawValue)
    let known = (matching.isEmpty ? names : matching.map(\.rawValue)).map { ":\($0)" }
    throw LunaDiffError(
      matching.isEmpty
        ? "unknown command ':\(name)'\(Suggestion.phrase(for: name, among: names))\n"
          + "  commands: \(known.joined(separator: " "))" : "':\(name)' may be any of \(known.joined(separator: " "))")
  }

  /// More about one command, or without a name the page of all.
  static func help(_ name: String) throws(LunaDiffError) -> String {
    guard !name.isEmpty else { return overview }
    let command = try named(name.hasPrefix(":") ? String(name.dropFirst()) : name)
    let lines = ["\(command.head)  \(command.about.summary)", command.about.details].filter { !$0.isEmpty }
    return lines.joined(separator: "\n") + "\n"
  }

  private var head: String { ":\(rawValue) \(about.arguments)".trimmed }

  private static var overview: String {
    let widest = allCases.map(\.head.count).max() ?? 0
    let lines = allCases.map { command in
      command.head + String(repeating: " ", count: widest - command.head.count + 2) + command.about.summary
    }
    return lines.joined(separator: "\n") + "\n\n" + closing
  }
}

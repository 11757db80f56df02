import Platform

/// The argument parser's messages in the tone of all the others.
///
/// They are read from its words, since its error types are internal: `message(for:)` is all that
/// it gives. Words of another version that are not recognised are said as they are.
enum UsageMessage {
  /// The same message: the flag first, a small letter, no full stop.
  ///
  /// The parser proposes flags that are far from what was typed, so the proposal is made here.
  static func text(_ message: String, _ command: any DocumentedCommand.Type) -> String {
    if let parts = message.wholeMatch(of: /(?s)The value (.*?) is invalid for '([^ ']+).*?'(.*)/) {
      return "\(parts.2) cannot be \(parts.1)\(parts.3)"
    }
    if let parts = message.firstMatch(of: /^Missing value for '([^ ']+)/) { return "\(parts.1) needs a value" }
    if let parts = message.firstMatch(of: /^(?s)Unknown option '(.*?)'/) {
      return "unknown option '\(parts.1)'\(Suggestion.phrase(meant(by: String(parts.1), command)))"
    }
    var words = message
    if words.hasSuffix(".") { words.removeLast() }
    return words.prefix(1).lowercased() + words.dropFirst()
  }

  /// The long name of the flag that was probably meant; dashes, of which every name has two, make none alike.
  private static func meant(by name: String, _ command: any DocumentedCommand.Type) -> String? {
    let names = CommandDescription(of: command).flags.flatMap(\.names)
    let long = names.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    return Suggestion.nearest(to: String(name.drop { $0 == "-" }), among: long).map { "--" + $0 }
  }
}

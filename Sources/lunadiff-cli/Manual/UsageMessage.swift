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
    let parts = message.components(between: ["The value ", " is invalid for '", "'"])
    if let parts { return "\(flag(parts[1])) cannot be \(parts[0])\(parts[2])" }
    if let parts = message.components(between: ["Missing value for '", "'"]) {
      return "\(flag(parts[0])) needs a value"
    }
    if let parts = message.components(between: ["Unknown option '", "'"]) {
      return "unknown option '\(parts[0])'\(Suggestion.phrase(meant(by: parts[0], command)))"
    }
    var words = message
    if words.hasSuffix(".") { words.removeLast() }
    return words.prefix(1).lowercased() + words.dropFirst()
  }

  /// The long name of the flag that was probably meant; dashes, of which every name has two, make none alike.
  private static func meant(by name: String, _ command: any DocumentedCommand.Type) -> String? {
    let names = CommandDescription(of: command).flags.flatMap(\.names) + ["--help", "--version"]
    let long = names.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    return Suggestion.nearest(to: String(name.drop { $0 == "-" }), among: long).map { "--" + $0 }
  }

  /// A flag without the name of its value.
  private static func flag(_ synopsis: String) -> String { String(synopsis.prefix { $0 != " " }) }
}

extension String {
  /// What stands between and after marks that have to occur in this order, the first at the beginning.
  fileprivate func components(between marks: [String]) -> [String]? {
    guard let first = marks.first, hasPrefix(first) else { return nil }
    var parts: [String] = []
    var rest = dropFirst(first.count)
    for mark in marks.dropFirst() {
      guard let place = rest.firstRange(of: mark) else { return nil }
      parts.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return parts + [String(rest)]
  }
}

import Platform

/// The words of a command line, looked at where a value begins with a dash.
///
/// The parser takes such a value for another option, or another option for a value, just as the option is declared.
struct OptionWords {
  /// The names of options that have a value, and of the same option the name for `--name=value`.
  private var valued: [String: String] = [:]
  private var names: Set<String> = []

  /// The words with each value that begins with a dash joined to its option.
  static func joined(_ words: [String], of command: any DocumentedCommand.Type) throws -> [String] {
    let own = command.ownArguments(words)
    let words = own.map { FlagDescription.bare.contains($0) ? "\($0)=-" : $0 } + words[own.endIndex...]
    return try joined(words[..<own.endIndex], of: command) + words[own.endIndex...]
  }

  private static func joined(_ own: ArraySlice<String>, of command: any DocumentedCommand.Type) throws -> [String] {
    // To look through the definitions takes as long as to compare two small files, and most command lines have nothing
    // of the kind.
    let mayHaveValue = zip(own, own.dropFirst()).contains { word, next in
      isOption(word) && isOption(next) && !FlagDescription.alone.contains(word)
    }
    guard mayHaveValue else { return Array(own) }
    return try OptionWords(command).joined(own)
  }

  private init(_ command: any DocumentedCommand.Type) {
    for flag in CommandDescription(of: command).flags {
      names.formUnion(flag.names)
      guard flag.value != nil, let long = flag.names.first(where: { $0.hasPrefix("--") }) else { continue }
      for name in flag.names { valued[name] = long }
    }
  }

  private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

  private func joined(_ words: ArraySlice<String>) throws -> [String] {
    var joined: [String] = []
    var rest = words
    while let word = rest.popFirst() {
      guard let long = valued[word], let value = rest.first else {
        joined.append(word)
        continue
      }
      rest.removeFirst()
      guard Self.isOption(value) else {
        joined += [word, value]
        continue
      }
      try check(value, of: word, long)
      joined.append("\(long)=\(value)")
    }
    return joined
  }

  /// Refuses a value that is an option, or a slip for one.
  private func check(_ value: String, of option: String, _ long: String) throws {
    let name = value.prefix { $0 != "=" }
    let isNear = Suggestion.nearest(to: String(name), among: names.filter { $0.count > 2 }) != nil
    guard names.contains(String(name)) || isNear else { return }
    throw CommandError(
      "\(option) needs a value, and \(name) is an option",
      hint: "\((long + "=" + value).shellWord) if it is the value all the same")
  }
}

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
    if let parts = message.firstMatch(of: /^Missing expected argument '([^ ']+)/) { return "\(parts.1) is needed" }
    var words = message
    if words.hasSuffix(".") { words.removeLast() }
    return words.prefix(1).lowercased() + words.dropFirst()
  }

  /// The argument that a message calls one too many.
  static func surplus(_ message: String) -> String? {
    message.wholeMatch(of: /(?s)unexpected argument '(.*)'/).map { String($0.1) }
  }

  /// The long name of the flag that was probably meant; dashes, of which every name has two, make none alike.
  private static func meant(by name: String, _ command: any DocumentedCommand.Type) -> String? {
    let names = CommandDescription(of: command).flags.flatMap(\.names)
    let long = names.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    return Suggestion.nearest(to: String(name.drop { $0 == "-" }), among: long).map { "--" + $0 }
  }
}

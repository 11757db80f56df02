import Platform

/// The words of a command line, looked at where a value begins with a dash.
///
/// The parser takes such a value for another option, or another option for a value, just as the option is declared.
struct OptionWords {
  /// The names of options that have a value, and of the same option the name for `--name=value`.
  private var valued: [String: String] = [:]
  private var names: Set<String> = []

  /// The words with each value that begins with a dash joined to its option.
  ///
  /// - Throws: `CommandError` where another option stands in place of a value.
  static func joined(_ words: [String], of command: any DocumentedCommand.Type) throws -> [String] {
    let own = command.ownArguments(words)
    let words = own.map { FlagDescription.bare.contains($0) ? "\($0)=-" : $0 } + words[own.endIndex...]
    return try joined(words[..<own.endIndex], of: command) + words[own.endIndex...]
  }

  private static func joined(_ own: ArraySlice<String>, of command: any DocumentedCommand.Type) throws -> [String] {
    // To look through the definitions takes a while, and most command lines have nothing of the kind.
    guard zip(own, own.dropFirst()).contains(where: { isOption($0) && isOption($1) }) else { return Array(own) }
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

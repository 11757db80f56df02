/// A command line such as `:key name, country`: the command, and its arguments.
struct ReplWords {
  /// The command without its colon.
  let name: String
  /// What follows the command's name, without blanks around it.
  let rest: String

  /// Reads a line; `nil` if it is no command but Lua.
  init?(command line: String) {
    let line = line.trimmed
    guard line.hasPrefix(":"), !line.hasPrefix("::") else { return nil }
    let words = line.dropFirst()
    name = String(words.prefix { !$0.isWhitespace })
    rest = String(words.dropFirst(name.count)).trimmed
  }

  /// The arguments, separated by blanks; quotes keep blanks.
  var arguments: [String] { Self.split(rest, at: { $0.isWhitespace }) }

  /// Column names, separated by commas, blanks around them left out.
  static func columns(_ text: String) -> [String] {
    split(text, at: { $0 == "," }).map(\.trimmed).filter { !$0.isEmpty }
  }

  private static func split(_ text: String, at isSeparator: (Character) -> Bool) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var isQuoted = false
    for character in text {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        isQuoted = true
      } else if quote == nil, isSeparator(character) {
        if !word.isEmpty || isQuoted { words.append(word) }
        word = ""
        isQuoted = false
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty || isQuoted { words.append(word) }
    return words
  }
}

extension StringProtocol {
  var trimmed: String { drop { $0.isWhitespace }.trimmedEnd }

  var trimmedEnd: String { String(reversed().drop { $0.isWhitespace }.reversed()) }
}

import Platform

/// A line as it is being written for a shell, split into words as the shell will do it.
///
/// Quotes and backslashes are taken away, and a tilde at the beginning is the home directory. Nothing is run: what the
/// shell would put in place of `$…` stays as it is.
struct ShellLine {
  /// The words; the last one is empty where the line ends behind a blank.
  private(set) var words: [String] = []
  private var word = ""
  private var isBegun = false

  init(_ line: String) {
    var rest = line[...]
    while let character = rest.popFirst() {
      switch character {
      case " ", "\t", "\n": endWord()
      case "'": add(Self.quoted(&rest))
      case "\"": add(Self.doubleQuoted(&rest))
      case "\\": add(rest.popFirst().map(String.init) ?? "")
      case "~" where !isBegun && (rest.first.map { "/ \t\n".contains($0) } ?? true):
        add(Environment.variable("HOME") ?? "~")
      default: add(String(character))
      }
    }
    words.append(word)
  }

  private mutating func add(_ text: String) {
    word += text
    isBegun = true
  }

  private mutating func endWord() {
    if isBegun { words.append(word) }
    (word, isBegun) = ("", false)
  }

  private static func quoted(_ rest: inout Substring) -> String {
    let text = rest.prefix { $0 != "'" }
    rest = rest.dropFirst(text.count + 1)
    return String(text)
  }

  private static func doubleQuoted(_ rest: inout Substring) -> String {
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\", let next = rest.first, "\\\"$`".contains(next) else {
        text.append(character)
        continue
      }
      text.append(rest.removeFirst())
    }
    return text
  }
}

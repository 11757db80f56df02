import Comparing
import Records
import Rules

/// How a word before the cursor may go on.
package struct ReplCompletion: Sendable, Equatable {
  /// The beginning that has been typed.
  package let word: String
  /// All that the word can become, sorted; each begins with it.
  package let candidates: [String]
  /// What follows the word once it is whole.
  package let ending: String

  /// What all candidates have beyond the word.
  package var common: String {
    guard var common = candidates.first else { return "" }
    if candidates.count == 1 { return String(common.dropFirst(word.count)) + ending }
    for candidate in candidates { common = common.commonPrefix(with: candidate) }
    return String(common.dropFirst(word.count))
  }

  init(_ word: String, among names: some Sequence<String>, ending: String = "") {
    self.word = word
    self.ending = ending
    candidates = Set(names.filter { $0.hasPrefix(word) }).sorted()
  }
}

extension ReplSession {
  /// How the line can go on.
  ///
  /// Nothing of it is run.
  ///
  /// - Parameter line: The text before the cursor.
  package func completion(of line: String) -> ReplCompletion {
    guard let command = ReplWords(command: line) else { return luaCompletion(line) }
    guard line.contains(where: \.isWhitespace) else {
      return ReplCompletion(
        line, among: ReplDirective.allCases.map { ":\($0.rawValue)" }, ending: " ")
    }
    let word = String(line.reversed().prefix { !$0.isWhitespace && $0 != "," }.reversed())
    return ReplCompletion(word, among: arguments(of: command, word: word))
  }

  private func arguments(of command: ReplWords, word: String) -> [String] {
    switch try? Self.command(named: command.name) {
    case .key, .probe: columnNames
    case .diff: Change.Kind.allCases.map(\.rawValue)
    case .show: Side.allCases.map(\.globalName)
    case .help: ReplDirective.allCases.map(\.rawValue)
    case .rules, .save: PathCompletion.completions(of: word)
    case .set where command.rest == word: ReplSettings.names
    case .set: columnNames
    case .columns, .find, .reset, .quit, nil: []
    }
  }

  /// Behind a point the members of what stands before it, in a text columns, else names.
  private func luaCompletion(_ line: String) -> ReplCompletion {
    if let text = line.openText { return ReplCompletion(text, among: columnNames) }
    let path = String(line.reversed().prefix(while: \.isPathPart).reversed())
    var names = path.split(omittingEmptySubsequences: false) { $0 == "." || $0 == ":" }
      .map(String.init)
    let word = names.popLast() ?? ""
    guard !names.isEmpty else {
      return ReplCompletion(word, among: (driver.members(of: []) ?? []) + LuaName.keywords)
    }
    let members = names[0].isEmpty ? nil : driver.members(of: names)
    return ReplCompletion(word, among: members ?? columnNames.filter(LuaName.isName))
  }

  /// The columns of both sides.
  private var columnNames: [String] {
    ((try? tables())?.present ?? []).flatMap(\.columns)
  }
}

extension String {
  /// The text between quotes that the line ends in, if it does.
  fileprivate var openText: String? {
    var text: String?
    var quote: Character?
    var isEscaped = false
    for character in self {
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == open {
          quote = nil
          text = nil
          continue
        }
        text?.append(character)
      } else if character == "\"" || character == "'" {
        quote = character
        text = ""
      }
    }
    return text
  }

  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

extension Character {
  /// Whether it can be part of `a.b:c`.
  fileprivate var isPathPart: Bool {
    self == "." || self == ":" || utf8.allSatisfy(LuaName.isPart)
  }
}

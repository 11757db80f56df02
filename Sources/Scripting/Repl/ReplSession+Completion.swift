import Comparing
import Records

extension ReplSession {
  /// How the line can go on.
  ///
  /// Nothing of it is run.
  ///
  /// - Parameter line: The text before the cursor.
  package func completion(of line: String) -> ReplCompletion {
    if let completion = debugger?.completion(of: line) { return completion }
    guard let command = ReplWords(command: line) else { return luaCompletion(line) }
    guard line.contains(where: \.isWhitespace) else {
      return ReplCompletion(command: line, of: ReplDirective.self)
    }
    let word = String(line.reversed().prefix { !$0.isWhitespace && $0 != "," }.reversed())
    return ReplCompletion(word, among: arguments(of: command, word: word))
  }

  private func arguments(of command: ReplWords, word: String) -> [String] {
    switch try? ReplDirective.named(command.name) {
    case .key, .probe: columnNames
    case .diff: Change.Kind.allCases.map(\.rawValue)
    case .show: Side.allCases.map(\.globalName)
    case .help: ReplDirective.allCases.map(\.rawValue)
    case .rules, .save: PathCompletion.completions(of: word)
    case .set where command.rest == word: ReplSettings.names
    case .set: columnNames
    case .columns, .find, .break, .delete, .reset, .quit, nil: []
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
}

extension Character {
  /// Whether it can be part of `a.b:c`.
  fileprivate var isPathPart: Bool {
    self == "." || self == ":" || utf8.allSatisfy(LuaName.isPart)
  }
}

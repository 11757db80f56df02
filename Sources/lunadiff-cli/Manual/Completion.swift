import Platform

/// What a shell offers where the cursor stands on a line that is being written.
///
/// The scripts of the shells ask it with every key, so that all shells offer the same, and what this program takes.
struct Completion {
  enum Kind: String {
    case words, files, directories
    /// Words of which the value takes several, separated by commas.
    case several
  }

  let kind: Kind
  let words: [(word: String, summary: String)]

  init(before: String, after: String) {
    var line = Array(ShellLine(before).words.dropFirst())
    let current = line.popLast() ?? ""
    guard line.first != "help", !line.isEmpty || current.hasPrefix("-") else {
      let commands = LunaDiffCommand.commands.filter { $0.commandName.hasPrefix(current) }
      self.init(line.isEmpty ? .files : .words, commands.map { ($0.commandName, $0.configuration.abstract) })
      return
    }
    let command = LunaDiffCommand.command(at: line) ?? DiffCommand.self
    let description = CommandDescription(of: command, includesCommands: false)
    // `--flag=value` is one word.
    let name = current.hasPrefix("--") && current.contains("=") ? String(current.prefix { $0 != "=" }) : line.last
    if let name, let flag = description.flags.first(where: { $0.names.contains(name) && $0.value != nil }) {
      self.init(of: flag) { ColumnCompletion.names(before: before, after: after) }
    } else if current.hasPrefix("-") {
      self.init(.words, description.flags.flatMap { flag in flag.names.map { ($0, flag.summary) } })
    } else if let operand = description.operands.first, description.subcommands.isEmpty {
      self.init(operand.isDirectory ? .directories : operand.words.isEmpty ? .files : .words, operand.words)
    } else {
      self.init(.words, description.subcommands)
    }
  }

  private init(_ kind: Kind, _ words: [(word: String, summary: String)]) { (self.kind, self.words) = (kind, words) }

  private init(_ kind: Kind, _ words: [String]) { self.init(kind, words.map { ($0, "") }) }

  /// What a flag's value is completed by: the words that its definition names, or what the value is called.
  private init(of flag: FlagDescription, columns: () -> [String]) {
    let namesColumns = flag.names.contains { $0.hasSuffix("-columns") || $0 == "--columns" }
    switch flag.value {
    case "kinds": self.init(.several, flag.words)
    case _ where !flag.words.isEmpty: self.init(.words, flag.words)
    case "columns" where !namesColumns: self.init(.several, columns().map { ($0, "column") })
    case "column": self.init(.words, columns().map { ($0, "column") })
    case "file": self.init(.files, [String]())
    case "directory", "folder": self.init(.directories, [String]())
    default: self.init(flag.isDirectory ? .directories : .words, [String]())
    }
  }

  /// The kind, then a line for each word with a tab and what it means.
  var text: String {
    let lines = words.filter { !$0.word.contains { $0.isNewline || $0 == "\t" } }.map { "\($0.word)\t\($0.summary)" }
    return ([kind.rawValue] + lines).map { $0 + "\n" }.joined()
  }
}

/// The columns that a value on a line being written may name.
enum ColumnCompletion {
  /// The names of the columns of the inputs on the line, as flags spell them.
  ///
  /// Mistakes in the line or in the inputs give no names and no message.
  static func names(before: String, after: String) -> [String] {
    let words = words(before: before, after: after)
    let named = LunaDiffCommand.command(named: words.first)
    let parsed = try? (named ?? DiffCommand.self).parseAsRoot(named == nil ? words : Array(words.dropFirst()))
    guard let command = parsed as? any InputsCommand else { return [] }
    return command.columnNames.map { Escaped.spelling(of: $0, at: ",") }
  }

  /// The words of a line but for the program, the flag that is being given and its value.
  private static func words(before: String, after: String) -> [String] {
    var words = Array(ShellLine(before).words.dropFirst())
    let current = words.popLast() ?? ""
    // `--flag=value` is one word.
    if !current.hasPrefix("-"), words.last?.hasPrefix("-") == true { words.removeLast() }
    let isInside = after.first.map { !$0.isWhitespace } ?? false
    return words + ShellLine(after).words.dropFirst(isInside ? 1 : 0).filter { !$0.isEmpty }
  }
}

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

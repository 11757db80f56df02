/// A page of the manual about a command, made of the definitions of its flags and of its help.
struct ManualPage {
  /// The page in mdoc.
  let text: String

  /// The day that the pages name: that of the version.
  private static let date = "November 21, 2026"

  /// Makes the page.
  ///
  /// - Parameters:
  ///   - command: What it is about; the page of `diff` is that of `lunadiff` itself.
  ///   - commands: All commands, for references.
  init(_ command: CommandDescription, among commands: [CommandDescription]) {
    let isMain = command.name == DiffCommand.commandName
    let closing = ManualClosing(command.closing)
    var lines = Self.opening(command)
    lines += [".Sh DESCRIPTION"] + ManualText.lines(command.summary)
    lines += Self.paragraphs(command.discussion) + (isMain ? Self.overview(commands) : [])
    lines += Self.list(command.operands, Self.operandItem)
    lines += Self.options(command.flags)
    lines += isMain ? Self.environment : []
    lines += closing.exitStatus + closing.examples
    lines += Self.references(from: command, commands)
    text = lines.joined(separator: "\n") + "\n"
  }

  /// The name of a command's page.
  static func name(of command: CommandDescription) -> String {
    command.name == DiffCommand.commandName ? "lunadiff" : "lunadiff-\(command.name)"
  }

  private static func opening(_ command: CommandDescription) -> [String] {
    let name = name(of: command)
    var summary = command.summary.prefix(1).lowercased() + command.summary.dropFirst()
    if summary.hasSuffix(".") { summary.removeLast() }
    return [
      ".Dd \(date)", ".Dt \(name.uppercased()) 1", ".Os", ".Sh NAME", ".Nm \(name)",
      ".Nd \(ManualText.line(summary))", ".Sh SYNOPSIS",
    ] + command.usage.split(separator: "\n").flatMap(synopsis)
  }

  private static func synopsis(_ usage: Substring) -> [String] {
    let form = usage.firstRange(of: "  ").map { usage[..<$0.lowerBound] } ?? usage
    return [".Nm lunadiff", ManualText.line(form.dropFirst("lunadiff ".count))]
  }

  private static func overview(_ commands: [CommandDescription]) -> [String] {
    let others = commands.filter { $0.name != DiffCommand.commandName }
    return [
      ".Pp", "Rules may be flags, or Lua in a file or on the command line: see",
      ".Xr lunadiff-rules 5 .", ".Pp", "The other commands are:",
      ".Bl -tag -width lunadiff-completions",
    ] + others.flatMap { [".It Xr \(name(of: $0)) 1"] + ManualText.lines($0.summary) } + [
      ".El", ".Pp", "The operands are:",
    ]
  }

  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n").flatMap { [".Pp"] + ManualText.lines(String($0)) }
  }

  private static func operandItem(_ operand: FlagDescription) -> String {
    ".It Ar " + ManualText.argument(operand.value ?? "")
  }

  private static func flagItem(_ flag: FlagDescription) -> String {
    let names = flag.names.map { "Fl " + ManualText.line($0.dropFirst()) }
    let value = flag.value.map { " Ar " + ManualText.argument($0) } ?? ""
    return ".It " + names.joined(separator: " , ") + value
  }

  private static func options(_ flags: [FlagDescription]) -> [String] {
    var lines: [String] = []
    var titles: [String] = []
    for flag in flags where !titles.contains(flag.section) { titles.append(flag.section) }
    for title in titles {
      lines.append(title.isEmpty ? ".Ss Options" : ".Ss \(title)")
      lines += list(flags.filter { $0.section == title }, flagItem)
    }
    return lines
  }

  private static func list(_ flags: [FlagDescription], _ item: (FlagDescription) -> String) -> [String] {
    guard !flags.isEmpty else { return [] }
    let items = flags.flatMap { [item($0)] + ManualText.lines($0.summary) + ManualText.lines($0.details) }
    return [".Bl -tag -width Ds"] + items + [".El"]
  }

  private static let environment = [
    ".Sh ENVIRONMENT", ".Bl -tag -width Ds", ".It Ev NO_COLOR",
    "If it is set, nothing is coloured unless", ".Fl \\-color Ar always", "asks for it.",
    ".It Ev TERM", "A terminal that is", ".Cm dumb", "is given neither colours nor progress.",
    ".El",
  ]

  private static func references(from command: CommandDescription, _ commands: [CommandDescription]) -> [String] {
    let pages = commands.filter { $0.name != command.name }.map { "\(name(of: $0)) 1" }.sorted() + ["lunadiff-rules 5"]
    let lines = pages.enumerated().map { index, page in ".Xr \(page)" + (index == pages.count - 1 ? "" : " ,") }
    return [".Sh SEE ALSO"] + lines
  }
}

/// What the end of a page of help says, as sections of a manual page.
struct ManualClosing {
  /// The section about the exit status.
  let exitStatus: [String]
  /// The section of examples.
  let examples: [String]

  /// Reads blocks with a heading in capitals and a colon, and indented lines below.
  init(_ closing: String) {
    let lines = closing.split(separator: "\n").map(String.init)
    exitStatus = Self.status(Self.block("EXIT STATUS:", of: lines))
    examples = Self.literal(Self.block("EXAMPLES:", of: lines))
  }

  private static func block(_ heading: String, of lines: [String]) -> [String] {
    guard let start = lines.firstIndex(of: heading) else { return [] }
    return lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
  }

  private static func literal(_ lines: [String]) -> [String] {
    guard !lines.isEmpty else { return [] }
    return [".Sh EXAMPLES", ".Bd -literal -offset indent"] + lines.map(ManualText.line) + [".Ed"]
  }

  private static func status(_ lines: [String]) -> [String] {
    guard !lines.isEmpty else { return [] }
    guard lines.allSatisfy({ $0.first?.isNumber == true }) else {
      return [".Sh EXIT STATUS"] + lines.flatMap(ManualText.lines)
    }
    let items = lines.flatMap { line -> [String] in
      [".It \(line.prefix { $0.isNumber })"] + ManualText.lines(line.drop { $0.isNumber || $0 == " " }.description)
    }
    return [".Sh EXIT STATUS", ".Bl -tag -width Ds"] + items + [".El"]
  }
}

/// Text in mdoc, the language of manual pages.
enum ManualText {
  /// A paragraph as lines, a sentence each, as mdoc wants them.
  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").flatMap { paragraph -> [String] in
      var sentences: [String] = []
      var current = ""
      for word in paragraph.split(separator: " ") {
        current += (current.isEmpty ? "" : " ") + word
        if word.hasSuffix(".") && word.count > 2 {
          sentences.append(line(current))
          current = ""
        }
      }
      return current.isEmpty ? sentences : sentences + [line(current)]
    }
  }

  /// One line of text, with what roff would read as its own made literal.
  static func line(_ text: some StringProtocol) -> String {
    let escaped = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// A word that follows a macro on its line.
  static func argument(_ text: some StringProtocol) -> String {
    let word = line(text).replacing("\"", with: "\\(dq")
    return word.contains(" ") ? "\"\(word)\"" : word
  }
}

/// A page of the manual about a command, made of the definitions of its flags and of its help.
struct ManualPage {
  let text: String

  /// The day that the pages name: that of the version.
  private static let date = "November 21, 2026"
  private static let others = LunaDiffCommand.commands.filter { $0 != DiffCommand.self }

  /// Makes the page; that of `diff` is the page of `lunadiff` itself.
  init(_ description: CommandDescription) {
    let command = description.command
    let isMain = command == DiffCommand.self
    var lines = Self.opening(command)
    lines += [".Sh DESCRIPTION"] + ManualText.lines(command.configuration.abstract)
    for paragraph in command.configuration.discussion.split(separator: "\n") {
      lines += [".Pp"] + ManualText.lines(String(paragraph))
    }
    lines += isMain ? Self.overview : []
    lines += Self.list(description.operands) { ".It Ar " + ManualText.argument($0.value ?? "") }
    lines += Self.options(description.flags)
    lines += isMain ? Self.environment : []
    lines += Self.closing(command.closing)
    lines += Self.references(from: command)
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func name(of command: any DocumentedCommand.Type) -> String {
    command == DiffCommand.self ? "lunadiff" : "lunadiff-\(command.commandName)"
  }

  private static func opening(_ command: any DocumentedCommand.Type) -> [String] {
    let name = name(of: command)
    var summary = command.configuration.abstract
    summary = summary.prefix(1).lowercased() + summary.dropFirst()
    if summary.hasSuffix(".") { summary.removeLast() }
    return [
      ".Dd \(date)", ".Dt \(name.uppercased()) 1", ".Os", ".Sh NAME", ".Nm \(name)",
      ".Nd \(ManualText.line(summary))", ".Sh SYNOPSIS",
    ] + (command.configuration.usage ?? "").split(separator: "\n").flatMap(synopsis)
  }

  private static func synopsis(_ usage: Substring) -> [String] {
    let form = usage.firstRange(of: "  ").map { usage[..<$0.lowerBound] } ?? usage
    return [".Nm lunadiff", ManualText.line(form.dropFirst("lunadiff ".count))]
  }

  private static var overview: [String] {
    [
      ".Pp", "Rules may be flags, or Lua in a file or on the command line: see", ".Xr lunadiff-rules 5 .", ".Pp",
      "The other commands are:", ".Bl -tag -width lunadiff-completions",
    ] + others.flatMap { [".It Xr \(name(of: $0)) 1", ManualText.line($0.configuration.abstract)] } + [
      ".El", ".Pp", "The operands are:",
    ]
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
    for title in FlagDescription.inOrder(titles) {
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
    ".Sh ENVIRONMENT", ".Bl -tag -width Ds", ".It Ev NO_COLOR", "If it is set, nothing is coloured unless",
    ".Fl \\-color Ar always", "asks for it.", ".It Ev TERM", "A terminal that is", ".Cm dumb",
    "is given neither colours nor progress.", ".El",
  ]

  private static func references(from command: any DocumentedCommand.Type) -> [String] {
    let pages = LunaDiffCommand.commands.filter { $0 != command }.map { "\(name(of: $0)) 1" }.sorted()
    return [".Sh SEE ALSO"] + pages.map { ".Xr \($0) ," } + [".Xr lunadiff-rules 5"]
  }

  /// The sections that the end of a page of help has: blocks with a heading in capitals, and indented lines below.
  private static func closing(_ text: String) -> [String] {
    let lines = text.split(separator: "\n").map(String.init)
    func block(_ heading: String) -> [String] {
      lines.drop { $0 != heading }.dropFirst().prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
    }
    let examples = block("EXAMPLES:").map(ManualText.line)
    return [".Sh EXIT STATUS"] + status(block("EXIT STATUS:"))
      + [".Sh EXAMPLES", ".Bd -literal -offset indent"] + examples + [".Ed"]
  }

  private static func status(_ lines: [String]) -> [String] {
    guard lines.allSatisfy({ $0.first?.isNumber == true }) else { return lines.map(ManualText.line) }
    let items = lines.flatMap { line in
      [".It \(line.prefix { $0.isNumber })", ManualText.line(line.drop { $0.isNumber || $0 == " " })]
    }
    return [".Bl -tag -width Ds"] + items + [".El"]
  }
}

enum ManualText {
  /// A sentence a line, as mdoc wants them.
  static func lines(_ text: String) -> [String] {
    text.replacing(/(\S\S\.)[ ]/) { "\($0.1)\n" }.split(separator: "\n").map(line)
  }

  /// One line of text, with what roff would read as its own made literal.
  static func line(_ text: some StringProtocol) -> String {
    let escaped = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  static func argument(_ text: some StringProtocol) -> String {
    let word = line(text).replacing("\"", with: "\\(dq")
    return word.contains(" ") ? "\"\(word)\"" : word
  }
}

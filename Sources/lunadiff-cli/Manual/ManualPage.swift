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
    ] + others.flatMap { [".It Xr \(name(of: $0)) 1"] + ManualText.lines($0.summary) }
      + [".El", ".Pp", "The operands are:"]
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

  private static func list(
    _ flags: [FlagDescription], _ item: (FlagDescription) -> String
  ) -> [String] {
    guard !flags.isEmpty else { return [] }
    let items = flags.flatMap {
      [item($0)] + ManualText.lines($0.summary) + ManualText.lines($0.details)
    }
    return [".Bl -tag -width Ds"] + items + [".El"]
  }

  private static let environment = [
    ".Sh ENVIRONMENT", ".Bl -tag -width Ds", ".It Ev NO_COLOR",
    "If it is set, nothing is coloured unless", ".Fl \\-color Ar always", "asks for it.",
    ".It Ev TERM", "A terminal that is", ".Cm dumb", "is given neither colours nor progress.",
    ".El",
  ]

  private static func references(
    from command: CommandDescription, _ commands: [CommandDescription]
  ) -> [String] {
    let pages =
      commands.filter { $0.name != command.name }.map { "\(name(of: $0)) 1" }.sorted()
      + ["lunadiff-rules 5"]
    let lines = pages.enumerated().map { index, page in
      ".Xr \(page)" + (index == pages.count - 1 ? "" : " ,")
    }
    return [".Sh SEE ALSO"] + lines
  }
}

import ArgumentParser

/// The page that `-h`, `--help` and `help` show: the flags of a command, then examples.
struct HelpPage {
  /// The page as text.
  let text: String

  /// The page that the arguments ask for; `nil` if they ask for none.
  init?(arguments: [String]) {
    guard let (command, isLong) = Self.requested(arguments) else { return nil }
    let body = Help.$isLong.withValue(isLong) {
      LunaDiffCommand.helpMessage(
        for: command, columns: min(Terminal.width(.standardOutput) ?? 80, 100))
    }
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("OVERVIEW: ") ? $0.dropFirst("OVERVIEW: ".count) : $0 }
    while lines.last?.isEmpty == true { lines.removeLast() }
    lines = lines.map(Self.withOptionalValue)
    text = lines.joined(separator: "\n") + "\n\n" + command.closing + "\n"
  }

  /// A line of a flag that may stand alone, so that it shows that.
  private static func withOptionalValue(_ line: Substring) -> Substring {
    for name in FlagDescription.bare where line.hasPrefix("  \(name) <file>") {
      let rest = line.dropFirst("  \(name) <file>".count)
      return "  \(name)[=<file>]" + (rest.hasPrefix("  ") ? rest.dropFirst(2) : rest)
    }
    return line
  }

  private static func requested(
    _ arguments: [String]
  ) -> (command: any DocumentedCommand.Type, isLong: Bool)? {
    if arguments.first == "help" {
      return (LunaDiffCommand.command(at: Array(arguments.dropFirst())) ?? DiffCommand.self, true)
    }
    let command = LunaDiffCommand.command(at: arguments) ?? DiffCommand.self
    let own = command.ownArguments(arguments)
    if own.contains("-h") { return (command, false) }
    return own.contains("--help") ? (command, true) : nil
  }
}

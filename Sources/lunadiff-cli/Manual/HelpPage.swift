import ArgumentParser

/// The page that `-h`, `--help` and `help` show: the flags of a command, then examples.
struct HelpPage {
  /// The page as text.
  let text: String

  /// The page that the arguments ask for; `nil` if they ask for none.
  init?(arguments: [String]) {
    guard let command = Self.requested(arguments) else { return nil }
    let body = LunaDiffCommand.helpMessage(
      for: command, columns: min(Terminal.width(.standardOutput) ?? 80, 100))
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("OVERVIEW: ") ? $0.dropFirst("OVERVIEW: ".count) : $0 }
    while lines.last?.isEmpty == true { lines.removeLast() }
    text = lines.joined(separator: "\n") + "\n\n" + command.closing + "\n"
  }

  private static func requested(_ arguments: [String]) -> (any DocumentedCommand.Type)? {
    if arguments.first == "help" {
      return LunaDiffCommand.command(at: Array(arguments.dropFirst())) ?? DiffCommand.self
    }
    let command = LunaDiffCommand.command(at: arguments) ?? DiffCommand.self
    let own = command.ownArguments(arguments)
    return own.contains { $0 == "-h" || $0 == "--help" } ? command : nil
  }
}

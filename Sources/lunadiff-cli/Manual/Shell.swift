/// A shell that completions can be written for.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script that makes this shell complete these commands.
  ///
  /// - Parameter commands: All of them; the one named `diff` is meant where none is named.
  func completions(of commands: [CommandDescription]) -> String {
    switch self {
    case .bash: BashCompletions(commands: commands).script
    case .zsh: ZshCompletions(commands: commands).script
    case .fish: FishCompletions(commands: commands).script
    }
  }

  /// The text as one word of a shell.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}

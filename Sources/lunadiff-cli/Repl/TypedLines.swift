import Scripting

/// Lines typed at a terminal, and what was typed in earlier sessions.
final class TypedLines {
  private let editor: LineEditor
  private let history = HistoryFile.standard

  /// Prepares the terminal.
  ///
  /// - Throws: `CommandError` where it cannot be used.
  init(complete: @escaping (String) -> ReplCompletion?) throws {
    editor = try LineEditor(complete: complete)
    for chunk in history.load() { editor.remember(chunk) }
  }

  /// Reads a line.
  func read(prompt: String) -> ReplLine {
    let line = editor.read(prompt: prompt)
    switch line {
    case .line: break
    case .cancelled: say("^C\n")
    case .ended: say("\n")
    }
    return line
  }

  /// Reads a line that is remembered by itself.
  func readOne(prompt: String) -> ReplLine {
    let line = read(prompt: prompt)
    if case .line(let text) = line { remember([text]) }
    return line
  }

  /// Makes a chunk the newest of the history.
  func remember(_ lines: [String]) {
    let chunk = lines.joined(separator: "\n")
    guard chunk.contains(where: { !$0.isWhitespace }) else { return }
    editor.remember(chunk)
    history.append(chunk)
  }

  private func say(_ text: String) {
    // If the terminal is gone, the next read of a line fails.
    try? StandardOutput.print(text)
  }
}

/// Lines that come from a file or a pipe.
struct PipedLines {
  let console: ReplConsole
  /// Whether each line is shown behind a prompt.
  let echoes: Bool

  /// Reads a line; there are no more where nobody reads what comes of them.
  func read(prompt: String) -> ReplLine {
    guard !console.isClosed, let line = readLine() else { return .ended }
    if echoes { console.show(.text(prompt + line + "\n")) }
    return .line(line)
  }
}

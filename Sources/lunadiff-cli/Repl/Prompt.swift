import Rules
import Scripting

/// A session at a terminal.
struct Prompt {
  private let session: ReplSession
  private let editor: LineEditor
  private let history = HistoryFile.standard

  /// What stands before something new.
  static let ready = "lunadiff> "
  /// What stands before the rest of a chunk.
  static let unfinished = "       .. "

  init(_ session: ReplSession, _ console: ReplConsole) throws {
    self.session = session
    editor = try LineEditor { session.completion(of: $0) }
    for chunk in history.load() { editor.remember(chunk) }
    console.show(
      .text(
        "LunaDiff \(ProgramVersion.number): Lua, or a command; :help shows them, Tab completes, Ctrl-D ends\n"
          + session.greeting))
  }

  /// Takes lines until there are no more.
  func run() -> ExitStatus {
    var chunk: [String] = []
    while true {
      switch editor.read(prompt: chunk.isEmpty ? Self.ready : Self.unfinished) {
      case .ended:
        say("\n")
        return .same
      case .cancelled:
        say("^C\n")
        session.cancel()
        chunk = []
      case .line(let line):
        chunk += line.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        session.width = Terminal.width(.standardOutput) ?? 80
        switch session.take(line) {
        case .unfinished: continue
        case .ready: break
        case .ended(let status):
          remember(chunk)
          return ExitStatus(rawValue: Int32(truncatingIfNeeded: status))
        }
        remember(chunk)
        chunk = []
      }
    }
  }

  private func remember(_ lines: [String]) {
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

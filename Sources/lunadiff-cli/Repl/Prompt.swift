import Rules
import Scripting

/// Reads lines at a prompt until they are whole.
struct Prompt {
  private let session: ReplSession
  private let lines: TypedLines

  static let ready = "lunadiff> "
  static let unfinished = "       .. "

  init(_ session: ReplSession, _ console: ReplConsole) throws {
    self.session = session
    let lines = try TypedLines { session.completion(of: $0) }
    self.lines = lines
    session.readLine = { lines.readOne(prompt: $0) }
    console.show(
      .text(
        "LunaDiff \(ProgramVersion.number): Lua, or a command; :help shows them, Tab completes, Ctrl-D ends\n"
          + session.greeting))
  }

  func run() -> ExitStatus {
    var chunk: [String] = []
    while true {
      switch lines.read(prompt: chunk.isEmpty ? Self.ready : Self.unfinished) {
      case .ended: return .same
      case .cancelled:
        session.cancel()
        chunk = []
      case .line(let line):
        chunk += line.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        session.width = Terminal.width(.standardOutput) ?? 80
        switch session.take(line) {
        case .unfinished: continue
        case .ready: break
        case .ended(let status):
          lines.remember(chunk)
          return ExitStatus(rawValue: Int32(truncatingIfNeeded: status))
        }
        lines.remember(chunk)
        chunk = []
      }
    }
  }
}

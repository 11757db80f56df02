import Platform
import Reports

/// The terminal as the viewer has it.
struct ViewerScreen {
  private let keyboard: Int32

  /// Finds where keys come from: the terminal itself, since standard input may be the result.
  ///
  /// - Throws: `CommandError` where there is none.
  static func open() throws -> ViewerScreen {
    if Terminal.isTerminal(Descriptor(number: STDIN_FILENO, name: "standard input")) {
      return ViewerScreen(keyboard: STDIN_FILENO)
    }
    let keyboard = Platform.open("/dev/tty", O_RDONLY | O_CLOEXEC)
    guard keyboard >= 0 else {
      throw CommandError("there is no terminal to read keys from")
    }
    return ViewerScreen(keyboard: keyboard)
  }

  /// Shows a view until the user leaves it, or is gone.
  func run(_ view: inout ChangeView, isColored: Bool) throws {
    guard enter() else { throw CommandError("the terminal cannot be taken over") }
    defer { leave() }
    var keys = KeyReader(keyboard)
    while true {
      try draw(&view, isColored: isColored)
      switch keys.next() {
      case .end: return
      case .redraw: continue
      case .key(.control("z")): pause()
      case .key(.control("l")): continue
      case .key(let key):
        guard view.press(key) else { return }
      }
    }
  }

  private func enter() -> Bool {
    // Handled only to end the wait for a key: the size is looked at before every screen.
    signal(SIGWINCH) { _ in }
    return TerminalRestoration.enter(input: keyboard, output: STDOUT_FILENO)
  }

  private func leave() {
    TerminalRestoration.leave()
    signal(SIGWINCH, SIG_DFL)
  }

  /// Stops as Ctrl-Z stops other programs.
  private func pause() {
    TerminalRestoration.leave()
    raise(SIGTSTP)
    _ = enter()
  }

  private func draw(_ view: inout ChangeView, isColored: Bool) throws {
    if let size = Terminal.size(.standardOutput), size.rows > 0 {
      view.resize(rows: size.rows, columns: size.columns)
    }
    try Descriptor.standardOutput.write(
      Array("\u{1B}[H".utf8) + view.screen(color: isColored))
  }
}

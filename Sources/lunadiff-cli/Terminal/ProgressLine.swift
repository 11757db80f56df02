import Reports
import Platform
import Synchronization

/// A line on the terminal that shows, while long work goes on, what it is, how far it is and how long it takes.
///
/// It appears after most of a second, on standard error if that is a terminal, and goes before all other output.
enum ProgressLine {
  private struct State {
    var isActive = false
    var isShown = false
    var text: @Sendable () -> ProgressText = { ProgressText("") }
    var start = ContinuousClock.now
  }

  private static let state = Mutex(State())
  private static let delay = Duration.milliseconds(700)

  /// Whether standard error is a terminal that can show it.
  static var canBeSeen: Bool { Terminal.isTerminal(.standardError) && Terminal.isCapable }

  static func start(_ label: String) { start { ProgressText(label) } }

  /// `text` says how far the work is, and is asked every time the line is drawn.
  static func start(_ text: @escaping @Sendable () -> ProgressText) {
    guard canBeSeen else { return }
    state.withLock {
      $0 = State()
      $0.isActive = true
      $0.text = text
    }
    startThread()
  }

  static func update(_ label: String) { state.withLock { $0.text = { ProgressText(label) } } }

  static func finish() {
    state.withLock {
      takeAway(&$0)
      $0.isActive = false
    }
  }

  /// Takes the line away, if it stands there, and keeps it away while something else is written.
  static func hidden(while write: () -> Void) {
    state.withLock {
      takeAway(&$0)
      write()
    }
  }

  private static func takeAway(_ state: inout State) {
    if state.isShown { Diagnostics.show("\r\u{1B}[K") }
    state.isShown = false
  }

  private static func startThread() {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let created = pthread_create(
      &thread, nil,
      { _ in
        while ProgressLine.tick() { usleep(100_000) }
        return nil
      }, nil)
    #if canImport(Darwin)
      if created == 0, let thread { pthread_detach(thread) }
    #else
      if created == 0 { pthread_detach(thread) }
    #endif
  }

  /// Draws the line anew; `false` once there is nothing more to draw.
  private static func tick() -> Bool {
    state.withLock {
      guard $0.isActive else { return false }
      let elapsed = ContinuousClock.now - $0.start
      if elapsed >= delay {
        let width = Terminal.width(.standardError) ?? 80
        Diagnostics.show("\r\u{1B}[K" + $0.text().line(elapsed: elapsed, width: width - 1))
        $0.isShown = true
      }
      return true
    }
  }
}

import Platform
import Synchronization

/// The signals that end the process: files that are not finished go away before, and limits are named.
enum EndingSignals {
  /// Whether signals end the process with ``endingStatus`` instead of by themselves.
  private static let endsWithStatus = Atomic<Bool>(false)
  /// Whether the line where the message goes is to be cleared before.
  private static let clearsLine = Atomic<Bool>(false)
  /// What ends a process, can be caught, and is no crash.
  private static let signals: [Int32] = {
    let common = [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU,
    ]
    #if os(Linux)
      return common + [SIGIO, SIGPWR, SIGSTKFLT]
    #else
      return common
    #endif
  }()
  /// A crash, which may be what memory that was refused looks like.
  private static let crashes = [SIGABRT, SIGSEGV, SIGILL, SIGTRAP]
  private static let endingStatus = ExitStatus.trouble.rawValue

  /// Takes the signals over, and removes files that are not finished on every other way out, too.
  static func install() {
    // Made now: a handler can make nothing.
    _ = (signals, crashes, endingStatus)
    TemporaryFile.prepareForSignals()
    RunningPrograms.prepareForSignals()
    atexit {
      TemporaryFile.removeAll()
      TerminalRestoration.leave()
    }
    for number in signals {
      let before = signal(number) { EndingSignals.end($0) }
      // A signal that was ignored when the process was started stays ignored, as under nohup.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    for number in crashes { signal(number) { EndingSignals.end($0) } }
  }

  /// Lets signals that end the process leave with status 2, and a message, once files that are not finished are gone.
  ///
  /// - Parameter clearsLine: Whether standard error is a terminal where a line of progress may stand.
  static func endWithStatus(clearingLine clearsLine: Bool) {
    self.clearsLine.store(clearsLine, ordering: .sequentiallyConsistent)
    endsWithStatus.store(true, ordering: .sequentiallyConsistent)
  }

  /// Ends the process on a signal, from its handler.
  private static func end(_ number: Int32) {
    RunningPrograms.endAll()
    TemporaryFile.removeAllForGood()
    TerminalRestoration.leave()
    let end = EndedBySignal(signal: number)
    guard end != nil || endsWithStatus.load(ordering: .sequentiallyConsistent),
      !crashes.contains(number) || end != nil
    else {
      signal(number, SIG_DFL)
      raise(number)
      return
    }
    if clearsLine.load(ordering: .sequentiallyConsistent) { say("\r\u{1B}[K") }
    say(end?.message ?? "lunadiff: interrupted; finished outputs are whole\n")
    _exit(endingStatus)
  }

  private static func say(_ words: StaticString) {
    _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
  }
}

import Platform
import Synchronization

/// Work that is done again whenever one of some files has changed.
///
/// The files are looked at several times a second, which works in every file system and with every editor.
struct Watch {
  let files: [String]

  private static let interval: UInt32 = 100_000
  /// How many looks a file may be missing, as it is while an editor puts another in its place.
  private static let patience = 10

  /// Works until Ctrl-C, or until nobody reads the results any more.
  func run(_ work: () throws -> ExitStatus) -> ExitStatus {
    while true {
      WatchEnd.install()
      let states = look()
      clearTerminal()
      guard let status = attempt(work) else { return .same }
      WatchEnd.status.store(status.rawValue, ordering: .sequentiallyConsistent)
      // A run that wrote a file may have installed what removes it.
      WatchEnd.install()
      Diagnostics.say(
        "\(Self.time) exit status \(status.rawValue); waiting for changes, Ctrl-C ends")
      waitForChange(from: states)
    }
  }

  /// Does the work; `nil` where the reader of the results has gone.
  private func attempt(_ work: () throws -> ExitStatus) -> ExitStatus? {
    do { return try work() } catch is ReaderClosed { return nil } catch let error as OutputError {
      Diagnostics.error(CommandError(error).message)
    } catch {
      Diagnostics.error("\(error)")
    }
    return .trouble
  }

  private func look() -> [FileState] { files.map(FileState.init) }

  /// Returns once something is different and then has stayed as it is for a moment.
  private func waitForChange(from states: [FileState]) {
    var before = states
    var missing = 0
    while true {
      usleep(Self.interval)
      let now = look()
      let isStill = now == before
      before = now
      missing = now.allSatisfy(\.exists) ? 0 : missing + 1
      if now != states, isStill, missing == 0 || missing > Self.patience { return }
    }
  }

  private func clearTerminal() {
    guard Terminal.isTerminal(.standardOutput), Terminal.isCapable else { return }
    // Where the terminal has gone the report says so.
    try? StandardOutput.print("\u{1B}[H\u{1B}[2J")
  }

  private static var time: String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    localtime_r(&now.tv_sec, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

/// Ctrl-C while a command watches: the end, with the status of the last time.
private enum WatchEnd {
  /// The last status, or −1 while there is none.
  static let status = Atomic<Int32>(-1)

  /// Takes Ctrl-C over, unless whoever started the process wants it ignored.
  static func install() {
    let before = signal(SIGINT) { _ in
      TemporaryFile.removeAll()
      let status = WatchEnd.status.load(ordering: .sequentiallyConsistent)
      guard status >= 0 else {
        signal(SIGINT, SIG_DFL)
        raise(SIGINT)
        return
      }
      _exit(status)
    }
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(SIGINT, SIG_IGN)
    }
  }
}

import Platform
import Synchronization

/// Work that is done again whenever one of some files has changed.
///
/// The files are looked at several times a second, which works in every file system and with every editor.
struct Watch {
  /// The files, as far as they are known when the work is done: it may find more of them.
  let files: () -> [String]

  private static let interval: UInt32 = 100_000
  /// How many looks a file may be missing, as it is while an editor puts another in its place.
  private static let patience = 10

  /// Works until Ctrl-C, or until the reader of the results has gone.
  func run(_ work: () throws -> ExitStatus) -> ExitStatus {
    while true {
      WatchEnd.install()
      let known = look()
      clearTerminal()
      guard let status = attempt(work) else { return .same }
      WatchEnd.status.store(status.rawValue, ordering: .sequentiallyConsistent)
      // A run that wrote a file may have installed what removes it.
      WatchEnd.install()
      Diagnostics.say("\(Self.time) exit status \(status.rawValue); waiting for changes, Ctrl-C ends")
      // What changed while the work was done has changed; files that the work made known are as they are now.
      waitForChange(from: look().merging(known) { $1 })
    }
  }

  /// Does the work; `nil` where the reader of the results has gone.
  private func attempt(_ work: () throws -> ExitStatus) -> ExitStatus? {
    do { return try work() } catch is ReaderClosed { return nil } catch let error as OutputError {
      Diagnostics.error(CommandError(error).message)
    } catch { Diagnostics.error("\(error)") }
    return .trouble
  }

  private func look() -> [String: FileState] { look(at: files()) }

  private func look(at files: some Sequence<String>) -> [String: FileState] {
    Dictionary(files.map { ($0, FileState($0)) }) { first, _ in first }
  }

  /// Returns once something is different and then has stayed as it is for a moment.
  private func waitForChange(from states: [String: FileState]) {
    var before = states
    var missing = 0
    while true {
      usleep(Self.interval)
      let now = look(at: states.keys)
      let isStill = now == before
      before = now
      missing = now.values.allSatisfy(\.exists) ? 0 : missing + 1
      if now != states, isStill, missing == 0 || missing > Self.patience { return }
    }
  }

  private func clearTerminal() {
    guard Terminal.isTerminal(.standardOutput), Terminal.isCapable else { return }
    Descriptor.standardOutput.show("\u{1B}[H\u{1B}[2J")
  }

  private static var time: String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    localtime_r(&now.tv_sec, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

/// Ctrl-C while a command watches: the end, with the status of the last time.
private enum WatchEnd {
  /// The last status, or −1 while there is none.
  static let status = Atomic<Int32>(-1)

  /// Takes Ctrl-C over, unless the process was started with it ignored.
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
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGINT, SIG_IGN) }
  }
}

/// What tells one version of a file from the next: editors write in place, or put another file there.
struct FileState: Equatable {
  let exists: Bool
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  init(_ path: String) {
    var status = stat()
    exists = path.withPath { stat($0, &status) } == 0
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      seconds = status.st_mtimespec.tv_sec
      nanoseconds = status.st_mtimespec.tv_nsec
    #else
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    #endif
  }
}

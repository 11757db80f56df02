import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A temporary file that is being written, removed however the process ends: on its way out, or by a signal.
///
/// It is watched over from before it is made.
package struct UnfinishedFile {
  /// The file's name.
  let path: String
  /// Where its name is kept for signal handlers; `nil` if there was no place left.
  private let slot: Int?

  private static let slotCount = 256
  /// The addresses of the names of all such files, or 0; a signal handler can lock nothing.
  private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Atomic<UInt>> = {
    let slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: slotCount)
    for slot in 0..<slotCount { (slots + slot).initialize(to: Atomic(0)) }
    return slots
  }()
  /// Whether a signal is ending the process; no file is begun any more.
  private static let isEnding = Atomic<Bool>(false)
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
  private static let endingStatus: Int32 = 2

  /// Watches over a file that is about to be made.
  init(_ path: String) {
    Self.installHandlers
    while Self.isEnding.load(ordering: .sequentiallyConsistent) { pause() }
    self.path = path
    let name = UInt(bitPattern: strdup(path))
    slot = (0..<Self.slotCount).first { slot in
      Self.slots[slot].compareExchange(
        expected: 0, desired: name, ordering: .sequentiallyConsistent
      ).exchanged
    }
    if slot == nil { free(UnsafeMutablePointer<CChar>(bitPattern: name)) }
  }

  /// The file is finished, renamed, or was never made.
  func forget() {
    if let slot { free(Self.take(slot)) }
  }

  /// Removes the file.
  func remove() {
    unlink(path)
    forget()
  }

  /// Lets signals that end the process leave with status 2, and a message, once files that are not finished are gone.
  ///
  /// - Parameter clearsLine: Whether standard error is a terminal where a line of progress may stand.
  package static func endWithStatus(clearingLine clearsLine: Bool) {
    self.clearsLine.store(clearsLine, ordering: .sequentiallyConsistent)
    endsWithStatus.store(true, ordering: .sequentiallyConsistent)
    installHandlers
  }

  /// Removes every file that is not finished, for a process that is about to end.
  ///
  /// Only calls what a signal handler may call.
  package static func removeAll() { removeAll(isFinal: true) }

  /// Removes every file that is not finished.
  ///
  /// Only calls what a signal handler may call.
  ///
  /// - Parameter isFinal: Whether nobody looks for them again.
  private static func removeAll(isFinal: Bool) {
    for slot in 0..<slotCount {
      guard let name = take(slot) else { continue }
      unlink(name)
      if !isFinal {
        slots[slot].store(UInt(bitPattern: name), ordering: .sequentiallyConsistent)
      }
    }
  }

  private static func take(_ slot: Int) -> UnsafeMutablePointer<CChar>? {
    UnsafeMutablePointer(bitPattern: slots[slot].exchange(0, ordering: .sequentiallyConsistent))
  }

  /// Ends the process on a signal, from its handler.
  private static func end(_ number: Int32) {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    // A thread that had just seen that nothing ends has made its file by the second look.
    var moment = timespec(tv_sec: 0, tv_nsec: 5_000_000)
    for _ in 0..<2 {
      removeAll(isFinal: false)
      nanosleep(&moment, nil)
    }
    let limit = EndedByLimit(signal: number)
    guard limit != nil || endsWithStatus.load(ordering: .sequentiallyConsistent),
      !crashes.contains(number) || limit != nil
    else {
      signal(number, SIG_DFL)
      raise(number)
      return
    }
    if clearsLine.load(ordering: .sequentiallyConsistent) { say("\r\u{1B}[K") }
    say(limit?.message ?? "lunadiff: interrupted; finished outputs are whole\n")
    _exit(endingStatus)
  }

  private static func say(_ words: StaticString) {
    _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
  }

  /// Lets signals say that a limit is reached, and end the process with status 2.
  package static func endAtLimits() { installHandlers }

  private static let installHandlers: Void = {
    _ = (slots, signals, crashes)
    atexit { UnfinishedFile.removeAll(isFinal: true) }
    for number in signals {
      let before = signal(number) { UnfinishedFile.end($0) }
      // A signal that whoever started the process wants ignored stays ignored, as under nohup.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    for number in crashes { signal(number) { UnfinishedFile.end($0) } }
  }()
}

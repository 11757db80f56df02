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
    let common = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU]
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
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
    for number in crashes { signal(number) { EndingSignals.end($0) } }
  }

  /// Lets signals that end the process leave with status 2, and a message, once files that are not finished are gone.
  static func endWithStatus(clearingLine clearsLine: Bool) {
    self.clearsLine.store(clearsLine, ordering: .sequentiallyConsistent)
    endsWithStatus.store(true, ordering: .sequentiallyConsistent)
  }

  private static func end(_ number: Int32) {
    RunningPrograms.endAll()
    TemporaryFile.removeAllForGood()
    TerminalRestoration.leave()
    let end = EndedBySignal(signal: number)
    guard end != nil || endsWithStatus.load(ordering: .sequentiallyConsistent), !crashes.contains(number) || end != nil
    else {
      signal(number, SIG_DFL)
      raise(number)
      return
    }
    if clearsLine.load(ordering: .sequentiallyConsistent) { say("\r\u{1B}[K") }
    say(end?.message ?? "lunadiff: interrupted; finished outputs are whole\n")
    _exit(endingStatus)
  }

  private static func say(_ words: StaticString) { _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount) }
}

/// The end of a process by a signal that is not meant to interrupt it: mostly that of a limit of the system.
///
/// All of it may be used in a signal handler.
enum EndedBySignal {
  case processorTime
  case memory
  case other(StaticString)

  /// What a signal means; `nil` if it interrupts, or is a crash.
  init?(signal: Int32) {
    switch signal {
    case SIGXCPU: self = .processorTime
    case SIGABRT, SIGSEGV, SIGILL, SIGTRAP:
      guard Memory.wasRefused || Self.isMemoryUsedUp else { return nil }
      self = .memory
    default:
      guard let message = Self.message(of: signal) else { return nil }
      self = .other(message)
    }
  }

  private static func message(of signal: Int32) -> StaticString? {
    switch signal {
    case SIGALRM: return "lunadiff: ended by an alarm (SIGALRM)\n"
    case SIGVTALRM: return "lunadiff: ended by an alarm (SIGVTALRM)\n"
    case SIGPROF: return "lunadiff: ended by an alarm (SIGPROF)\n"
    case SIGUSR1: return "lunadiff: ended by a signal (SIGUSR1)\n"
    case SIGUSR2: return "lunadiff: ended by a signal (SIGUSR2)\n"
    default: break
    }
    #if os(Linux)
      switch signal {
      case SIGIO: return "lunadiff: ended by a signal (SIGIO)\n"
      case SIGPWR: return "lunadiff: ended by a signal (SIGPWR)\n"
      case SIGSTKFLT: return "lunadiff: ended by a signal (SIGSTKFLT)\n"
      default: break
      }
    #endif
    return nil
  }

  var message: StaticString {
    switch self {
    case .processorTime: "lunadiff: the limit of processor time is reached (ulimit -t)\n"
    case .memory: "lunadiff: out of memory: its limit is reached (ulimit -v)\n"
    case .other(let message): message
    }
  }

  /// Whether the address space is limited, and so full that the process could not have as much of it again.
  ///
  /// The run-time library ends the process by a crash where an allocation fails, and what grows does so by doubling.
  private static var isMemoryUsedUp: Bool {
    var limit = rlimit()
    #if canImport(Glibc)
      let status = getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #else
      let status = getrlimit(RLIMIT_AS, &limit)
    #endif
    // No limit is a number beyond all address spaces.
    guard status == 0, limit.rlim_cur < 1 << 46 else { return false }
    let half = Int(limit.rlim_cur / 2)
    let memory = mmap(nil, half, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory, memory != MAP_FAILED else { return true }
    munmap(memory, half)
    return false
  }
}

import Platform

/// A limit of the system's that ends a process by a signal.
///
/// All of it may be used in a signal handler.
enum EndedByLimit {
  case processorTime
  case alarm
  case memory

  /// The limit that a signal means; `nil` if it means none.
  init?(signal: Int32) {
    switch signal {
    case SIGXCPU: self = .processorTime
    case SIGALRM: self = .alarm
    case SIGABRT, SIGSEGV, SIGILL, SIGTRAP:
      guard Memory.wasRefused || Self.isMemoryUsedUp else { return nil }
      self = .memory
    default: return nil
    }
  }

  /// What is said on standard error.
  var message: StaticString {
    switch self {
    case .processorTime: "lunadiff: the limit of processor time is reached (ulimit -t)\n"
    case .alarm: "lunadiff: ended by an alarm (SIGALRM)\n"
    case .memory: "lunadiff: out of memory: its limit is reached (ulimit -v)\n"
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

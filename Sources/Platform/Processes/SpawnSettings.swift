import CPlatform

/// The settings that a program starts with: its standard streams, and signals as the system has them.
final class SpawnSettings {
  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif

  init() {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    restoreSignals()
  }

  deinit {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  /// What this process ignores or a thread holds back would stay so in the program.
  private func restoreSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  }

  /// Gives the program a file to read, or nothing, and two pipes to write to.
  func connect(input: Int32?, output: Int32, errors: Int32) {
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
  }

  /// Starts a program of the search path; the error's number, or 0.
  ///
  /// - Parameter variables: Added to this process's environment, in front, where the first of a name counts.
  func spawn(
    _ identifier: inout pid_t, _ program: String, _ words: [UnsafeMutablePointer<CChar>?],
    adding variables: [UnsafeMutablePointer<CChar>?]
  ) -> Int32 {
    var environment = variables
    var inherited = lunadiff_environment()
    while let variable = inherited?.pointee {
      environment.append(variable)
      inherited = inherited?.advanced(by: 1)
    }
    return posix_spawnp(
      &identifier, program, &actions, &attributes, words, environment + [nil])
  }
}

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs a program as a process of its own, in a process group of its own, with a limit of time.
///
/// Output goes to files and not to pipes: nothing has to be drained while the process runs, and a grandchild that
/// holds a pipe open cannot make a test wait.
public struct ProcessRunner: Sendable {
  /// The program's path.
  public var executable: String
  /// The directory that the process starts in.
  public var directory: String
  /// The whole environment: nothing is inherited.
  public var environment: [String: String]
  /// Wall time after which the process and its group are killed.
  public var timeLimit: Duration

  /// Makes a runner; see the properties.
  public init(
    executable: String, directory: String, environment: [String: String],
    timeLimit: Duration = .seconds(900)
  ) {
    self.executable = executable
    self.directory = directory
    self.environment = environment
    self.timeLimit = timeLimit
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: What follows the program's name.
  ///   - input: What standard input gives; by default it is empty.
  public func run(_ arguments: [String], input: Data = Data()) async throws -> ProcessResult {
    let capture = try TemporaryDirectory()
    try input.write(to: URL(fileURLWithPath: capture.path(of: "in")))
    let process = try spawn(arguments, capture: capture)
    let end = try await wait(for: process)
    return ProcessResult(
      status: end.status, output: try capture.read("out"), errors: try capture.read("err"),
      timedOut: end.timedOut, peakMemory: end.peakMemory)
  }

  /// No portable file action changes the directory: a shell does, and becomes the program.
  private static let changingDirectory = ["sh", "-c", "cd \"$0\" && exec \"$@\""]

  private func spawn(_ arguments: [String], capture: TemporaryDirectory) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of a pool block signals, and a child inherits that.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    // Under nohup it would ignore SIGHUP, too.
    var hangUp = noSignals
    sigaddset(&hangUp, SIGHUP)
    posix_spawnattr_setsigdefault(&attributes, &hangUp)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawn_file_actions_addopen(&actions, 0, capture.path(of: "in"), O_RDONLY, 0)
    let writing = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 1, capture.path(of: "out"), writing, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, capture.path(of: "err"), writing, 0o600)

    var process = pid_t()
    let failure = withArrayOfCStrings(Self.changingDirectory + [directory, executable] + arguments) {
      argv in
      withArrayOfCStrings(environment.map { "\($0.key)=\($0.value)" }) { envp in
        posix_spawn(&process, "/bin/sh", &actions, &attributes, argv, envp)
      }
    }
    guard failure == 0 else { throw SpawnError(executable: executable, code: failure) }
    return process
  }

  private func wait(
    for process: pid_t
  ) async throws -> (status: Int32, timedOut: Bool, peakMemory: Int) {
    let deadline = ContinuousClock.now + timeLimit
    var timedOut = false
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, WNOHANG, &usage) == 0 {
      if !timedOut, ContinuousClock.now > deadline {
        timedOut = true
        kill(-process, SIGKILL)
      }
      try? await Task.sleep(for: .milliseconds(2))
    }
    let signal = status & 0x7f
    #if canImport(Darwin)
      let peak = Int(usage.ru_maxrss)
    #else
      let peak = Int(usage.ru_maxrss) * 1024
    #endif
    return (signal == 0 ? (status >> 8) & 0xff : 128 + signal, timedOut, peak)
  }
}

/// Why a process could not be started.
public struct SpawnError: Error, CustomStringConvertible {
  let executable: String
  let code: Int32

  /// The program and what the system says.
  public var description: String {
    "cannot start \(executable): \(String(cString: strerror(code)))"
  }
}

private func withArrayOfCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}

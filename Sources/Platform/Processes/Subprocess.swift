import CPlatform
import Synchronization

package struct Subprocess {
  package let program: String
  package let arguments: [String]
  /// The file that it finds as its standard input; without one there is nothing to read.
  package var input: String?
  package var environment: [(name: String, value: String)] = []

  package init(_ program: String, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  package struct End: Sendable, Equatable {
    /// Its exit status; 128 and the signal's number where a signal ended it, as shells say it.
    package let status: Int32
    package let errors: String

    /// Its complaint in one line; its status where it says nothing.
    package var reason: String {
      let lines = errors.split(separator: "\n")
      let complaint = lines.first { !$0.hasPrefix("warning: ") } ?? lines.first
      return complaint.map(String.init) ?? "it ended with status \(status)"
    }
  }

  /// Of standard error so much is kept; the rest is read and dropped, so that the program never waits.
  private static let keptErrors = 1 << 16

  /// Runs the program; it is ended where `output` throws, or once `isWanted`, asked several times a second, says no.
  package func run(while isWanted: () -> Bool = { true }, output: (BytesView) throws -> Void) throws -> End {
    let process = try start()
    defer { process.closePipes() }
    var errors: [UInt8] = []
    do {
      try process.drain { bytes, isError in
        guard isWanted() else { throw SubprocessError.unwanted(program) }
        guard isError else { return try output(bytes) }
        errors.append(contentsOf: bytes)
        errors.removeFirst(max(0, errors.count - Self.keptErrors))
      }
    } catch {
      kill(process.identifier, SIGKILL)
      _ = try? wait(for: process.identifier)
      throw error
    }
    let status = try wait(for: process.identifier)
    return End(status: status, errors: String(decoding: errors, as: UTF8.self))
  }

  /// Runs the program and keeps all that it writes to standard output; more than `limit` bytes are an error.
  package func run(limit: Int) throws -> (end: End, output: [UInt8]) {
    var output: [UInt8] = []
    let end = try run { bytes in
      guard bytes.count <= limit - output.count else { throw SubprocessError.tooMuchOutput(program, limit: limit) }
      output.append(contentsOf: bytes)
    }
    return (end, output)
  }

  private func start() throws -> RunningProcess {
    let inputFile = try input.map(openInput)
    defer { if let inputFile { close(inputFile) } }
    // Pipes that another thread's program inherits would stay open for as long as that one runs.
    return try StartLock.mutex.withLock { _ in
      let output = try pipe()
      do {
        let errors = try pipe()
        do {
          return RunningProcess(
            identifier: try spawn(input: inputFile, output: output.end, errors: errors.end),
            output: output.closingEnd(), errors: errors.closingEnd())
        } catch {
          errors.closeBoth()
          throw error
        }
      } catch {
        output.closeBoth()
        throw error
      }
    }
  }

  private func pipe() throws -> Pipe {
    guard let pipe = Pipe() else { throw SubprocessError.refused(program, .last) }
    return pipe
  }

  private func openInput(_ path: String) throws -> Int32 {
    let file = path.withPath { open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { throw SystemError("open \(path)") }
    return file
  }

  private func spawn(input: Int32?, output: Int32, errors: Int32) throws -> pid_t {
    guard let path = SearchPath.find(program) else { throw SubprocessError.notInstalled(program) }
    let settings = SpawnSettings()
    settings.connect(input: input, output: output, errors: errors)
    var identifier = pid_t()
    let words = ([program] + arguments).map { $0.withPath(strdup) }
    defer { words.forEach { free($0) } }
    let code = settings.spawn(&identifier, path, words + [nil], setting: environment + SearchPath.environment)
    guard code != ENOENT else { throw SubprocessError.notInstalled(program) }
    guard code == 0 else { throw SubprocessError.refused(program, Errno(code)) }
    RunningPrograms.add(identifier)
    return identifier
  }

  private func wait(for identifier: pid_t) throws -> Int32 {
    // Once it has been waited for, its number may be another program's.
    RunningPrograms.remove(identifier)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 {
      guard errno == EINTR else { throw SubprocessError.refused(program, .last) }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}

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

  func connect(input: Int32?, output: Int32, errors: Int32) {
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
  }

  /// Starts a program by its path; returns the error's number, or 0.
  ///
  /// - Parameter variables: These replace variables of this process's environment: some programs take the last of
  ///   two that have one name.
  func spawn(
    _ identifier: inout pid_t, _ path: String, _ words: [UnsafeMutablePointer<CChar>?],
    setting variables: [(name: String, value: String)]
  ) -> Int32 {
    let own = variables.map { "\($0.name)=\($0.value)".withPath(strdup) }
    defer { own.forEach { free($0) } }
    let names = variables.map { "\($0.name)=" }
    var environment = own
    var inherited = lunadiff_environment()
    while let variable = inherited?.pointee {
      if !names.contains(where: { strncmp(variable, $0, $0.utf8.count) == 0 }) { environment.append(variable) }
      inherited = inherited?.advanced(by: 1)
    }
    return path.withPath { posix_spawn(&identifier, $0, &actions, &attributes, words, environment + [nil]) }
  }
}

enum StartLock { static let mutex = Mutex(()) }

struct Pipe {
  let start: Int32
  let end: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (start, end) = (ends[0], ends[1])
  }

  func closeBoth() {
    close(start)
    close(end)
  }

  /// Where is read, once the program has the end where is written.
  func closingEnd() -> Int32 {
    close(end)
    return start
  }
}

struct RunningProcess {
  let identifier: pid_t
  let output: Int32
  let errors: Int32

  private static let step = 1 << 16

  func closePipes() {
    close(output)
    close(errors)
  }

  /// How long a program may be silent before the caller is asked whether to go on.
  private static let patience: Int32 = 100

  /// Reads both pipes until the program has closed both; `take` gets no bytes where it was silent for a while.
  func drain(_ take: (BytesView, _ isError: Bool) throws -> Void) throws {
    var room = [UInt8](repeating: 0, count: Self.step)
    // A negative descriptor is one that is not asked for any more.
    var pipes = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while pipes.contains(where: { $0.fd >= 0 }) {
      let ready = poll(&pipes, nfds_t(pipes.count), Self.patience)
      guard ready >= 0 || errno == EINTR else { throw SystemError("read from a program") }
      guard ready > 0 else {
        try take(BytesView(), false)
        continue
      }
      for index in pipes.indices where pipes[index].fd >= 0 && pipes[index].revents != 0 {
        let count = read(pipes[index].fd, &room, room.count)
        if count > 0 {
          try room.withBytes { try take($0[part: ..<count], index == 1) }
        } else if count == 0 || errno != EINTR {
          pipes[index].fd = -1
        }
      }
    }
  }
}

extension Subprocess {
  /// Settings that a repository could use to run a program, or to pass as one in the middle of a working tree.
  private static let gitSettings = [
    "safe.bareRepository=explicit", "core.fsmonitor=", "core.hooksPath=/dev/null", "log.showSignature=false",
  ]

  /// Git, so that nothing that came with a repository runs a program.
  ///
  /// Fetching what a partial clone lacks would run the programs that its configuration names.
  package static func git(_ arguments: [String]) -> Subprocess {
    var git = Subprocess("git", ["--no-pager"] + gitSettings.flatMap { ["-c", $0] } + arguments)
    git.environment = [("GIT_NO_LAZY_FETCH", "1")]
    return git
  }
}

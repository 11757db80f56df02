import Synchronization

/// Lets one thread at a time start a program.
enum StartLock {
  static let mutex = Mutex(())
}

/// A pipe whose two descriptors no other program inherits.
struct Pipe {
  let start: Int32
  let end: Int32

  /// `nil` if the system has none left.
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

/// A program that runs, and the pipes that it writes to.
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

  /// Reads both pipes as there is something in them, until the program has closed both.
  ///
  /// - Parameter take: Is given the bytes, and whether they are of standard error; no bytes where the program was
  ///   silent for a while.
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

import Platform

/// The way to a client, kept apart from standard input and output, which belong to what runs meanwhile.
package struct ClientConnection {
  package let stream: MessageStream

  /// The client at the other ends of standard input and output; what reads or writes these from now on finds nothing.
  package static func standard() throws(SystemError) -> ClientConnection {
    let descriptors = try [STDIN_FILENO, STDOUT_FILENO].map { number throws(SystemError) in
      let copy = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      guard copy >= 0 else { throw SystemError("use standard input and output") }
      return Descriptor(number: copy, name: "the client")
    }
    for (number, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY)] { try Self.empty(number, mode) }
    return ClientConnection(stream: MessageStream(input: descriptors[0], output: descriptors[1]))
  }

  /// The client of a socket.
  package static func accepted(_ client: Descriptor) throws(SystemError) -> ClientConnection {
    try empty(STDIN_FILENO, O_RDONLY)
    return ClientConnection(stream: MessageStream(input: client, output: client))
  }

  fileprivate static func empty(_ number: Int32, _ mode: Int32) throws(SystemError) {
    let nothing = open("/dev/null", mode)
    guard nothing >= 0, dup2(nothing, number) >= 0 else { throw SystemError("open /dev/null") }
    if nothing != number { close(nothing) }
  }
}

/// What the process writes to standard output and standard error, taken by somebody else.
final class OutputCapture: Sendable {
  private let ended: Mailbox<Bool>

  /// Begins to give what is written to `take`, a piece at once, with the descriptor that it was written to.
  init(_ take: @escaping @Sendable (Int32, String) -> Void) throws(SystemError) {
    ended = try Mailbox()
    for number in [STDOUT_FILENO, STDERR_FILENO] {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0, dup2(ends[1], number) >= 0 else { throw SystemError("make a pipe") }
      close(ends[1])
      let end = ends[0]
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      try Workers.startBeside { [ended] in
        Self.drain(end) { take(number, $0) }
        close(end)
        ended.put(true)
      }
    }
  }

  /// Takes what is left, once nobody writes any more.
  func finish() {
    fflush(nil)
    for number in [STDOUT_FILENO, STDERR_FILENO] {
      do { try ClientConnection.empty(number, O_WRONLY) } catch { return }
    }
    for _ in 0..<2 { _ = ended.take() }
  }

  private static func drain(_ end: Int32, _ take: (String) -> Void) {
    var block = [UInt8](repeating: 0, count: 1 << 14)
    var rest: [UInt8] = []
    while true {
      let count = read(end, &block, block.count)
      guard count > 0 || count < 0 && errno == EINTR else { break }
      rest += block[..<max(0, count)]
      let whole = rest.count - rest.cutCharacter
      if whole > 0 { take(String(decoding: rest[..<whole], as: UTF8.self)) }
      rest.removeFirst(whole)
    }
    if !rest.isEmpty { take(String(decoding: rest, as: UTF8.self)) }
  }
}

extension [UInt8] {
  /// How many bytes at the end begin a character of UTF-8 of which the rest is missing.
  fileprivate var cutCharacter: Int {
    for count in 1...3 where count <= self.count {
      let byte = self[self.count - count]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > count ? count : 0
    }
    return 0
  }
}

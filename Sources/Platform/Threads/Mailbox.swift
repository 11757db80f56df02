import Synchronization

/// What threads leave for one that waits for it, in the order in which they left it.
package final class Mailbox<Element: Sendable>: Sendable {
  private let content = Mutex<(elements: [Element], isClosed: Bool)>(([], false))
  /// A byte lies in this pipe where something was left that nobody may have seen.
  private let pipe: (end: Int32, mouth: Int32)

  package init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    guard Platform.pipe(&ends) == 0 else { throw SystemError("make a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A pipe that is full has bytes enough in it.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    pipe = (ends[0], ends[1])
  }

  deinit {
    close(pipe.end)
    close(pipe.mouth)
  }

  package func put(_ element: Element) {
    content.withLock { $0.elements.append(element) }
    wake()
  }

  /// Says that nothing more comes: what waits gets `nil` once it has taken the rest.
  package func finish() {
    content.withLock { $0.isClosed = true }
    wake()
  }

  private func wake() {
    var byte: UInt8 = 0
    _ = write(pipe.mouth, &byte, 1)
  }

  /// Waits for the next one; `nil` where none comes any more.
  package func take() -> Element? {
    while true {
      let (element, isClosed) = content.withLock { content in
        (content.elements.isEmpty ? nil : content.elements.removeFirst(), content.isClosed)
      }
      if element != nil || isClosed { return element }
      var byte: UInt8 = 0
      _ = read(pipe.end, &byte, 1)
    }
  }

  /// Everything that is there now, without waiting.
  package func takeAll() -> [Element] {
    content.withLock { content in
      defer { content.elements = [] }
      return content.elements
    }
  }
}

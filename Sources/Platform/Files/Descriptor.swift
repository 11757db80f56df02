package struct Descriptor: Sendable {
  package let number: Int32
  package let name: String

  /// An open descriptor; the caller closes it.
  package init(number: Int32, name: String) {
    self.number = number
    self.name = name
  }

  package func write(_ bytes: [UInt8]) throws { try bytes.withBytes(write) }

  package func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Writes all of the bytes.
  ///
  /// - Throws: `ReaderClosed` where it is a pipe whose reader has gone, else `SystemError`.
  package func write(_ bytes: BytesView) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = BytesView(rebasing: rest)
      let count = systemWrite(number, chunk)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        throw ReaderClosed()
      } else if errno != EINTR {
        throw SystemError("write \(name)")
      }
    }
  }
}

/// The reader of the output has closed it, as `head` does, which is no failure.
package struct ReaderClosed: Error { package init() {} }

/// The system's `write`, which a method of that name hides.
private func systemWrite(_ number: Int32, _ bytes: BytesView) -> Int { write(number, bytes.unsafeStart, bytes.count) }

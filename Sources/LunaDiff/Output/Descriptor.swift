import Reports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file descriptor as the end of a report.
package struct Descriptor: ReportSink {
  package let number: Int32
  /// What messages call it.
  package let name: String

  /// An open descriptor; whoever makes this closes it.
  package init(number: Int32, name: String) {
    self.number = number
    self.name = name
  }

  package static let standardInput = Descriptor(number: STDIN_FILENO, name: "standard input")
  package static let standardOutput = Descriptor(number: STDOUT_FILENO, name: "standard output")
  package static let standardError = Descriptor(number: STDERR_FILENO, name: "standard error")

  /// Writes all of the bytes.
  ///
  /// - Throws: `ReaderClosed` where it is a pipe that nobody reads any more, else `Failure`.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest)
      #if canImport(Glibc)
        let count = Glibc.write(number, chunk.baseAddress, chunk.count)
      #elseif canImport(Musl)
        let count = Musl.write(number, chunk.baseAddress, chunk.count)
      #else
        let count = Darwin.write(number, chunk.baseAddress, chunk.count)
      #endif
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        throw ReaderClosed()
      } else if errno != EINTR {
        throw SystemFailure.failure("write \(name)")
      }
    }
  }
}

/// Standard output for text that is no report.
package enum StandardOutput {
  /// Writes the text.
  package static func print(_ text: String) throws {
    var text = text
    try text.withUTF8 { try Descriptor.standardOutput.write(UnsafeRawBufferPointer($0)) }
  }
}

/// What the system said to a call that failed.
package enum SystemFailure {
  /// The failure of the last call, as `cannot OPERATION: reason`.
  package static func failure(_ operation: String, hint: String? = nil) -> Failure {
    failure(operation, code: errno, hint: hint)
  }

  /// A failure by its number.
  package static func failure(_ operation: String, code: Int32, hint: String? = nil) -> Failure {
    Failure("cannot \(operation): \(String(cString: strerror(code)))", hint: hint)
  }
}

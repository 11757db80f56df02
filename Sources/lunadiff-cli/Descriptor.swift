import LunaDiff

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file descriptor as the end of a report.
struct Descriptor: ReportSink {
  let number: Int32
  /// What messages call it.
  let name: String

  static let standardOutput = Descriptor(number: STDOUT_FILENO, name: "standard output")
  static let standardError = Descriptor(number: STDERR_FILENO, name: "standard error")

  /// Writes all of the bytes.
  ///
  /// - Throws: `ReaderClosed` where it is a pipe that nobody reads any more, else `Failure`.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
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
enum StandardOutput {
  /// Writes the text.
  static func print(_ text: String) throws {
    var text = text
    try text.withUTF8 { try Descriptor.standardOutput.write(UnsafeRawBufferPointer($0)) }
  }
}

/// What the system said to a call that failed.
enum SystemFailure {
  /// The failure of the last call, as `cannot OPERATION: reason`.
  static func failure(_ operation: String, hint: String? = nil) -> Failure {
    failure(operation, code: errno, hint: hint)
  }

  /// A failure by its number.
  static func failure(_ operation: String, code: Int32, hint: String? = nil) -> Failure {
    Failure("cannot \(operation): \(String(cString: strerror(code)))", hint: hint)
  }
}

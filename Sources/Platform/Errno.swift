/// Why the system refused a call, by its number.
package struct Errno: Error, Hashable, CustomStringConvertible {
  /// The number, such as `ENOENT`.
  package let code: Int32

  /// A reason by its number.
  package init(_ code: Int32) { self.code = code }

  /// Why the last call failed; to be asked for before anything else is called.
  package static var last: Errno { Errno(errno) }

  /// The system's words for it.
  package var description: String { String(cString: strerror(code)) }
}

/// Something that was tried with a file, and why the system refused it.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// What was tried, such as `write out.csv`.
  package let operation: String
  /// Why it failed.
  package let reason: Errno

  /// - Parameter reason: The last call's, if none is given.
  package init(_ operation: String, _ reason: Errno = .last) {
    self.operation = operation
    self.reason = reason
  }

  /// The whole message, as `cannot write out.csv: No space left on device`.
  package var description: String { "cannot \(operation): \(reason)" }
}

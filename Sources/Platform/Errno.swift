/// An error of the system, in words.
package struct Errno: Error, Hashable, CustomStringConvertible {
  package let code: Int32

  package init(_ code: Int32) { self.code = code }

  /// Why the last call failed; to be asked for before anything else is called.
  package static var last: Errno { Errno(errno) }

  package var description: String { String(cString: strerror(code)) }
}

package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// What was tried, such as `write out.csv`.
  package let operation: String
  package let reason: Errno

  package init(_ operation: String, _ reason: Errno = .last) {
    self.operation = operation
    self.reason = reason
  }

  /// The whole message, as `cannot write out.csv: No space left on device`.
  package var description: String { "cannot \(operation): \(reason)" }
}

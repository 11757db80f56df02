/// Why the command line cannot go on: words for a person.
package struct Failure: Error, Equatable, CustomStringConvertible {
  /// One or more lines without the leading `lunadiff: `.
  package let message: String

  package init(_ message: String, hint: String? = nil) {
    self.message = hint.map { "\(message)\n  hint: \($0)" } ?? message
  }

  /// The message.
  package var description: String { message }
}

/// Whoever read the output has gone, as `head` does.
///
/// No trouble: what was asked for has been given.
package struct ReaderClosed: Error {
  package init() {}
}

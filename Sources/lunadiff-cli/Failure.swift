/// Why the command line cannot go on: words for a person.
struct Failure: Error, Equatable {
  /// One or more lines without the leading `lunadiff: `.
  let message: String

  init(_ message: String, hint: String? = nil) {
    self.message = hint.map { "\(message)\n  hint: \($0)" } ?? message
  }
}

/// Whoever read the output has gone, as `head` does.
///
/// No trouble: what was asked for has been given.
struct ReaderClosed: Error {}

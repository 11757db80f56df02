/// A piece of what a session says.
package enum ReplOutput: Sendable, Equatable {
  /// A result, or what a script prints.
  case text(String)
  /// Why something could not be done; without a line feed at its end.
  case error(String)
}

/// What somebody does at a prompt.
package enum ReplLine: Sendable, Equatable {
  case line(String)
  /// Gives up what has been typed, as Ctrl-C does.
  case cancelled
  case ended
}

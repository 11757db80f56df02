/// Why there is no result: unreadable input, rules that do not fit or that failed, a limit that was reached.
public struct LunaDiffError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The whole message for a person, of one or more lines: what, where, and what would help.
  public let message: String

  /// Makes an error with this message.
  public init(_ message: String) { self.message = message }

  /// The message of any error that the rooms below throw.
  init(_ error: any Error) {
    if let error = error as? LunaDiffError { self = error } else { message = "\(error)" }
  }

  /// The message.
  public var description: String { message }
}

import Records

/// Why a native rule gives no answer about a value: a pattern cannot be matched with it, in a time or a size that
/// anybody would wait for, or a function of the embedding program's failed.
package struct MatchingError: Error, Sendable, Equatable {
  /// The whole sentence: what was asked of which value.
  package let message: String
  /// What the program's function threw.
  package private(set) var underlying: (any Error)?

  init(message: String) { self.message = message }

  /// The same without what the embedding program said.
  var withoutCause: MatchingError {
    guard underlying != nil else { return self }
    return MatchingError(message: "it failed; what it said is shown only where no column is masked")
  }

  package init(failing rule: String, _ error: any Error) {
    message = "\(rule): \(error)"
    underlying = error
  }

  package static func == (one: MatchingError, other: MatchingError) -> Bool { one.message == other.message }

  static func tooManySteps(_ pattern: LuaPattern, length: Int) -> MatchingError {
    MatchingError(
      message: "the pattern '\(pattern.spelling)' takes more than "
        + "\(LuaPattern.steps(forLength: length)) steps on a text of \(length) bytes")
  }

  static func tooLongJSON(length: Int, limit: Int) -> MatchingError {
    MatchingError(
      message: "a text of \(length) bytes is too long to be compared as JSON: "
        + "it may have \(ByteSize.spelling(limit))")
  }

  /// So many bytes longer may a text become, however long it is.
  static let mostGrowth = 64 << 20

  static func tooLong(_ pattern: LuaPattern, length: Int) -> MatchingError {
    MatchingError(
      message: "what replaces the pattern '\(pattern.spelling)' makes a text of \(length) bytes "
        + (length > mostGrowth / 64
          ? "more than \(ByteSize.spelling(mostGrowth)) longer" : "more than 64 times as long"))
  }
}

/// An error that says what is wrong and, apart from it, what helps.
package protocol HintedError: Error, CustomStringConvertible {
  /// The error with where it is, in one line or more.
  var finding: String { get }
  /// The setting or step that would help.
  var hint: Hint? { get }
}

extension HintedError {
  package var description: String { hint.map { "\(finding)\n  hint: \($0)" } ?? finding }
}

/// An error that says what is wrong and, apart from it, what helps.
package protocol HintedError: Error, CustomStringConvertible {
  var finding: String { get }
  var hint: Hint? { get }
}

extension HintedError {
  package var description: String { hint.map { "\(finding)\n  hint: \($0)" } ?? finding }
}

/// An error that says what is wrong and, apart from it, what helps.
package protocol HintedError: Error, CustomStringConvertible {
  var finding: String { get }
  var hint: Hint? { get }
}

extension HintedError {
  package var description: String { hint.map { "\(finding)\n  hint: \($0)" } ?? finding }
}

package protocol QuotingError: Error {
  var withoutQuotes: any Error { get }
}

/// Does some work; where it fails and `hidesQuotes` is set, the message holds no parts of the data.
package func hidingQuotes<R>(_ hidesQuotes: @autoclosure () -> Bool, _ work: () throws -> R) throws -> R {
  do { return try work() } catch let error as any QuotingError where hidesQuotes() { throw error.withoutQuotes }
}

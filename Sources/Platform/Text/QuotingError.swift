/// An error whose message may hold parts of the data.
package protocol QuotingError: Error {
  var withoutQuotes: any Error { get }
}

/// Does some work, and keeps parts of the data out of the message where it fails.
///
/// - Parameter hidesQuotes: Whether the data is to be kept secret.
package func hidingQuotes<R>(_ hidesQuotes: Bool, _ work: () throws -> R) throws -> R {
  do { return try work() } catch let error as any QuotingError where hidesQuotes { throw error.withoutQuotes }
}

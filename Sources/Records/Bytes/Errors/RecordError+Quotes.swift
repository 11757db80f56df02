import Platform

extension RecordError: QuotingError {
  /// The same error without the offending line.
  package var withoutQuotes: any Error {
    var error = self
    error.excerpt = nil
    return error
  }
}

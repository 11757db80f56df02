import LuaRuntime
import Platform

extension RuleError: QuotingError {
  /// The same error without what the script said, which may hold any value, and without the record's key.
  package var withoutQuotes: any Error {
    guard error.kind == .runtime || error.kind == .handler else { return self }
    var hidden = self
    hidden.error = LuaError("it failed; what it said is shown only where no column is masked")
    hidden.error.chunk = error.chunk
    hidden.error.line = error.line
    hidden.key = nil
    return hidden
  }
}

import Platform

extension Comparison {
  /// Makes an output of the comparison.
  ///
  /// Reports read the inputs again. So what finishes a report asks, behind its last byte, whether they still are what was
  /// compared, and whether a rule has failed that had not failed before.
  ///
  /// - Throws: `RecordError` if an input changed, whatever else seems to be wrong; else what a rule or `output` throws.
  package func guarding<R>(_ output: () throws -> R) throws -> R {
    let result = Result { try output() }
    try source.checkUnchanged()
    try target.checkUnchanged()
    try checkRules()
    return try result.get()
  }

  /// Asks rules for an output what they were asked before; should one fail, ``checkRules()`` throws its error.
  ///
  /// - Returns: What `body` returns; the fallback if it throws, which nobody is to see as a result.
  package func asking<R>(_ fallback: R, _ body: () throws -> R) -> R {
    do { return try body() } catch {
      failure.withLock { $0 = $0 ?? error }
      return fallback
    }
  }

  /// Makes sure that no rule has failed for an output that the comparison had asked for the same.
  ///
  /// - Throws: The first error of a rule.
  package func checkRules() throws {
    guard let error = failure.withLock({ $0 }) else { return }
    try hidingQuotes(collections.plan.rules.hasMask) { throw error }
  }
}

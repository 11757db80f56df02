extension Comparison {
  /// Makes an output of the comparison.
  ///
  /// Reports read the inputs again. So what finishes a report asks, behind its last byte, whether they still are what was
  /// compared.
  ///
  /// - Throws: `RecordError` if an input changed, whatever else seems to be wrong; else what `output` throws.
  package func guarding<R>(_ output: () throws -> R) throws -> R {
    let result = Result { try output() }
    try source.checkUnchanged()
    try target.checkUnchanged()
    return try result.get()
  }
}

import Records

/// What a function says of whole records.
extension ComparisonWorker {
  /// What a function says of two paired records.
  package func verdict(source: Int, target: Int, function: Int) throws -> RecordVerdict {
    try evaluator()?.verdict(source: source, target: target, function: function) ?? .equal
  }

  /// The numbers of the columns that differ: those that a verdict names, else those whose values differ as they stand.
  package func differences(under verdict: RecordVerdict, source: Int, target: Int) throws -> [Int32]
  {
    guard case .different(let names?) = verdict else {
      return comparedNumbers(source, target).filter {
        !haveEqualRawFields(plan.compared[Int($0)], source, target)
      }
    }
    return try Set(names.map { try number(ofCompared: $0, source) }).sorted()
  }

  private func number(ofCompared name: String, _ source: Int) throws -> Int32 {
    if let number = comparedPlaces[ColumnName(name)] { return Int32(truncatingIfNeeded: number) }
    throw ComparisonError(
      .unknownVerdict(name, columns: plan.compared.map(\.name)), table: readers.source.table,
      record: source)
  }
}

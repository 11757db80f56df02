import Platform
import Records

extension ComparisonPlan {
  /// Whether some values are in no output.
  package var hasMask: Bool { !masked.isEmpty }

  /// Whether no output shows the values of a column, or what a path leads to.
  package func isMasked(_ name: String) -> Bool {
    guard hasMask else { return false }
    let columns = Set(named: masked)
    return columns.contains(name) || optionalNames == nil && columns.contains("\(name)?")
      || NestedRules.owners(of: name).contains(where: columns.contains)
  }
}

extension RuleSet {
  /// Does some work on the inputs; where columns are masked, an error shows no part of an input.
  package func hidingMasked<R>(_ work: () throws -> R) throws -> R {
    try hidingQuotes(masked?.isEmpty == false, work)
  }
}

extension ResolvedPlan {
  /// The columns of a table whose values no output shows, those of paths included.
  func maskedColumns(_ side: Side, of table: RecordTable) -> Set<Int> {
    guard rules.hasMask else { return [] }
    let own = RuleNames(rules, side).columns(of: table).enumerated()
      .filter { rules.isMasked($0.element) }.map(\.offset)
    let bound = (compared + key).filter(\.isMasked).compactMap { $0.place(in: side) }
    return Set(own + bound)
  }

  /// The name of a section as it is shown.
  func shownSection(_ name: Value) -> Value {
    guard rules.hasMask, section?.isMasked ?? true else { return name }
    return Mask.sign(of: name)
  }
}

extension ComparisonError: QuotingError {
  /// The same error without what the app said of a value; what the library says itself holds none.
  package var withoutQuotes: any Error {
    guard case .unmatched(let error, let rule) = reason else { return self }
    return ComparisonError(.unmatched(error.withoutCause, rule: rule), input: input, place: place)
  }
}

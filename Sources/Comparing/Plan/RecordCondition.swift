/// What a declared filter asks of a record: conditions of its values, and how they are joined.
package indirect enum RecordCondition: Sendable {
  case value(String, ValueCondition)
  case all([RecordCondition])
  case any([RecordCondition])
  case not(RecordCondition)

  /// For how many conditions it counts where their number is limited.
  package var weight: Int {
    switch self {
    case .value(_, let condition): condition.weight
    case .all(let parts), .any(let parts): parts.reduce(1) { $0 + $1.weight }
    case .not(let part): 1 + part.weight
    }
  }
}

extension RecordCondition {
  /// The most that the conditions of one filter may count for.
  package static var mostWeight: Int { 256 }

  package func and(_ other: RecordCondition) -> RecordCondition { .all(conjuncts + other.conjuncts) }

  package func or(_ other: RecordCondition) -> RecordCondition { .any(disjuncts + other.disjuncts) }

  private var conjuncts: [RecordCondition] { if case .all(let parts) = self { parts } else { [self] } }
  private var disjuncts: [RecordCondition] { if case .any(let parts) = self { parts } else { [self] } }

  /// The columns that it looks at, as often as it names them.
  var columns: [String] {
    switch self {
    case .value(let column, _): [column]
    case .all(let parts), .any(let parts): parts.flatMap(\.columns)
    case .not(let part): part.columns
    }
  }

  /// The smallest part of it that has to hold and does not, where `holds` says which parts do.
  func refusal<Failure>(_ holds: (RecordCondition) throws(Failure) -> Bool) throws(Failure) -> RecordCondition {
    guard case .all(let parts) = self else { return self }
    for part in parts where try !holds(part) { return try part.refusal(holds) }
    return self
  }

  package var words: String {
    switch self {
    case .value(let column, let condition): "\(column) \(condition.words)"
    case .all(let parts): Self.joined(parts, "and")
    case .any(let parts): Self.joined(parts, "or")
    case .not(.value(let column, let condition)) where condition.words.hasPrefix("is "):
      "\(column) is not\(condition.words.dropFirst(2))"
    case .not(let part): "not (\(part.words))"
    }
  }

  private static func joined(_ parts: [RecordCondition], _ word: String) -> String {
    parts.map { part in
      switch part {
      case .value, .not: part.words
      case .all, .any: "(\(part.words))"
      }
    }.joined(separator: " \(word) ")
  }
}

extension ComparisonPlan.Filter {
  var columns: [String] { if case .condition(let condition) = self { condition.columns } else { [] } }
}

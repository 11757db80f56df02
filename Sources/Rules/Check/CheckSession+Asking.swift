import Comparing
import Records

extension CheckSession {
  /// Where a record is, in words.
  func place(_ record: CheckCases.Record) -> String {
    RuleError.Place(table: comparison.tables[record.side], record: record.number).description
  }

  /// What a function that is given one record, or one value of it, answers; in words that two answers share exactly if
  /// they are the same.
  func answer(
    of rule: String, to record: CheckCases.Record, function: Int
  ) throws -> String {
    let (number, side) = (record.number, record.side)
    switch rule {
    case "identity", "passes":
      var answer = ""
      try evaluator.identities(of: 0..<1, .only(number), in: side, function: function) { key in
        answer = key.values.map(\.inWords).joined(separator: ", ")
      }
      return answer
    case "filter": return try evaluator.includes(number, in: side, function: function).description
    case "section":
      return try evaluator.section(of: number, in: side, function: function).inWords
    default: return try value(record, String(rule.dropFirst("normalize.".count))).inWords
    }
  }

  /// A record's value of a column, after its normalizers.
  private func value(_ record: CheckCases.Record, _ column: String) throws -> Value {
    let reader = readers[record.side]
    guard let index = reader.columnIndex(of: column) else { return .absent }
    return try reader.field(record.number, index).value
  }

  /// Whether a comparator calls two records, or two values of a column, equal.
  func areEqual(
    _ first: CheckCases.Record, _ second: CheckCases.Record, column: String?, function: Int
  ) throws -> Bool {
    guard let column else {
      return try evaluator.areEqual(first, second, function: function)
    }
    return try evaluator.areEqual(
      (value(first, column), first), (value(second, column), second), column: column,
      function: function)
  }
}

extension Value {
  /// The value so that text and other kinds can be told apart.
  fileprivate var inWords: String {
    switch self {
    case .text: "\"\(description)\""
    case .absent: "nothing"
    default: description
    }
  }
}

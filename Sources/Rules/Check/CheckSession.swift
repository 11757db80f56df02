import Comparing
import LuaRuntime
import Records

/// The rules loaded once more, as for a worker, with an eye on what the functions read and keep.
final class CheckSession {
  let loaded: LoadedRules
  let evaluator: ScriptEvaluator
  let readers: Sides<RecordReader>
  let comparison: Comparison

  init(_ program: RuleProgram, _ comparison: Comparison, isTracing: Bool) throws {
    let loaded = try program.load()
    self.loaded = loaded
    self.comparison = comparison
    let readers = Sides { RecordReader(table: comparison.comparedTables[$0], side: $0, plan: comparison.plan) }
    self.readers = readers
    evaluator = try RuleError.locating { () throws(LuaError) in
      try ScriptEvaluator(state: loaded.state, functions: loaded.functions, readers: readers)
    }
    evaluator.plugins = loaded.plugins
    for side in Side.allCases {
      readers[side].evaluator = evaluator
      if isTracing { evaluator.sides[side].traceColumns() }
    }
  }

  /// The columns that functions have read since this was last asked, in the target's order.
  func takeColumns() -> [String] {
    let read = Side.allCases.map { evaluator.sides[$0].takeColumns() }.reduce([]) { all, more in
      all + more.filter { !all.contains($0) }
    }
    let order = readers.target.columns
    return order.filter(read.contains) + read.filter { !order.contains($0) }
  }

  func fingerprint(of function: Int) throws(RuleError) -> [LuaUpvalue] {
    try RuleError.locating { () throws(LuaError) in try loaded.state.upvalueFingerprint(loaded.functions.list[function])
    }
  }
}

extension CheckSession {
  func place(_ record: CheckCases.Record) -> String {
    RuleError.Place(table: comparison.tables[record.side], record: record.number).description
  }

  /// What a function that is given one record, or one value of it, answers; in words that two answers share exactly if
  /// they are the same.
  func answer(of rule: String, to record: CheckCases.Record, function: Int) throws -> String {
    let (number, side) = (record.number, record.side)
    switch rule {
    case "identity", "passes":
      var answer = ""
      try evaluator.identities(of: 0..<1, .only(number), in: side, function: function) { key in
        answer = key.values.map(\.inWords).joined(separator: ", ")
      }
      return answer
    case "filter": return try evaluator.includes(number, in: side, function: function).description
    case "section": return try evaluator.section(of: number, in: side, function: function).inWords
    default:
      // As in normalize.price and columns.full.
      let column = rule.split(separator: ".", maxSplits: 1).last ?? ""
      return try value(record, String(column)).inWords
    }
  }

  private func value(_ record: CheckCases.Record, _ column: String) throws -> Value {
    let reader = readers[record.side]
    guard let index = reader.columnIndex(of: column) else { return .absent }
    return try reader.field(record.number, index).value
  }

  /// Whether a comparator calls two records, or two values of a column, equal.
  func areEqual(_ first: CheckCases.Record, _ second: CheckCases.Record, column: String?, function: Int) throws -> Bool
  {
    guard let column else { return try evaluator.areEqual(first, second, function: function) }
    return try evaluator.areEqual(
      (value(first, column), first), (value(second, column), second), column: column, function: function)
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

import LuaRuntime
import Comparing

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
    let readers = Sides {
      RecordReader(table: comparison.comparedTables[$0], side: $0, plan: comparison.plan)
    }
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

  /// What a function carries from call to call.
  func fingerprint(of function: Int) throws(RuleError) -> [LuaUpvalue] {
    try RuleError.locating { () throws(LuaError) in
      try loaded.state.upvalueFingerprint(loaded.functions.list[function])
    }
  }
}

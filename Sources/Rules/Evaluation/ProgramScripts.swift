import LuaRuntime
import Comparing

extension RuleProgram: ScriptedRules {
  /// Loads the rules once more, for one worker.
  package func makeEvaluator(readers: Sides<RecordReader>) throws -> any RuleEvaluator {
    let loaded = try load(isAgain: true)
    return try RuleError.locating { () throws(LuaError) in
      let evaluator = try ScriptEvaluator(state: loaded.state, functions: loaded.functions, readers: readers)
      evaluator.plugins = loaded.plugins
      return evaluator
    }
  }
}

import Comparing
import LuaRuntime

extension RuleProgram: ScriptedRules {
  /// Takes a state that is free, or loads the rules once more; with the evaluator's end the state is free again.
  package func makeEvaluator(readers: Sides<RecordReader>) throws -> any RuleEvaluator {
    let loaded = try idle.take() ?? load(isAgain: true)
    if let interrupt = environment.interrupt { loaded.state.interrupt = interrupt }
    return try RuleError.locating { () throws(LuaError) in
      let evaluator = try ScriptEvaluator(state: loaded.state, functions: loaded.functions, readers: readers)
      evaluator.plugins = loaded.plugins
      evaluator.giveBack = { [idle] in idle.put(back: loaded) }
      return evaluator
    }
  }

  /// Leaves a state, in which the rules were loaded for the first time, to the first worker.
  package func keep(_ loaded: LoadedRules) { idle.put(back: loaded) }
}

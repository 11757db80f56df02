import Comparing
import LuaRuntime

extension RuleProgram: ScriptedRules {
  /// Takes a state that is free, or loads the rules once more; with the evaluator's end the state is free again.
  package func makeEvaluator(readers: Sides<RecordReader>) throws -> any RuleEvaluator {
    let loaded = try idle.take() ?? load(isAgain: true)
    if let interrupt = environment.interrupt { loaded.state.interrupt = interrupt }
    return try RuleError.locating { () throws(LuaError) in
      let evaluator = try ScriptEvaluator(state: loaded.state, functions: loaded.functions, readers: readers)
      if environment.runsCompiled { evaluator.use(try compilation.functions(of: loaded), environment.recorder) }
      evaluator.plugins = loaded.plugins
      evaluator.giveBack = { [idle] in idle.put(back: loaded) }
      return evaluator
    }
  }

  package func columns(of function: Int) -> [String]? { compiled(function).map { $0.columns.sorted() } }

  package func returnsColumns(_ function: Int) -> Bool {
    // Calls that are counted have to be made.
    environment.recorder == nil && compiled(function)?.returnsColumns ?? false
  }

  package func leaveToScripts() { compilation.leaveToLua() }

  private func compiled(_ function: Int) -> CompiledFunction? {
    // A worker's state can be asked, and is then the next one's.
    guard environment.runsCompiled, let loaded = idle.take() else { return nil }
    defer { idle.put(back: loaded) }
    do throws(LuaError) { return try compilation.functions(of: loaded).functions[function] } catch { return nil }
  }

  /// Leaves a state, in which the rules were loaded for the first time, to the first worker.
  package func keep(_ loaded: LoadedRules) { idle.put(back: loaded) }
}

import Comparing
import LuaRuntime

/// Functions of a state that is running already: those of a driver script.
///
/// Unchecked: the plan that holds it has one worker, which is the thread that runs the script.
package final class StateScripts: ScriptedRules, @unchecked Sendable {
  // Not owned: the changes that hold the plan are themselves held by the state.
  private let host: HostContext
  private let functions: RuleFunctions
  /// What the script runs in, while it waits for a comparison and so changes nothing of what its functions hold.
  private var environment: ScriptEnvironment?
  private var compiled: CompiledFunctions?

  /// Looking through a script takes as long as some hundred calls of its functions.
  private static let fewestRecords = 1000

  package init(state: LuaState, functions: RuleFunctions) {
    host = state.context
    self.functions = functions
  }

  package func makeEvaluator(readers: Sides<RecordReader>) throws -> any RuleEvaluator {
    try RuleError.locating { () throws(LuaError) in
      guard let state = host.state else { throw .closed }
      let evaluator = try ScriptEvaluator(state: state, ownsState: false, functions: functions, readers: readers)
      if let environment, environment.runsCompiled,
        readers.source.table.count + readers.target.table.count >= Self.fewestRecords
      {
        if compiled == nil { compiled = try FunctionCompiler.compile(functions.list, in: state) }
        if let compiled { evaluator.use(compiled, environment.recorder) }
      }
      return evaluator
    }
  }

  package func leaveToScripts() { compiled?.leaveToLua() }

  fileprivate func whileWaiting<R>(in environment: ScriptEnvironment, _ body: () throws -> R) rethrows -> R {
    self.environment = environment
    defer {
      self.environment = nil
      // From now on the script may change what its functions hold.
      leaveToScripts()
      compiled = nil
    }
    return try body()
  }
}

extension ComparisonPlan {
  /// Does something under this plan while the script waits whose functions it has, so that these run without Lua that
  /// can.
  ///
  /// - Parameter environment: What the script runs in.
  package func whileScriptWaits<R>(in environment: ScriptEnvironment, _ body: () throws -> R) rethrows -> R {
    guard let scripts = run.scripts as? StateScripts else { return try body() }
    return try scripts.whileWaiting(in: environment, body)
  }
}

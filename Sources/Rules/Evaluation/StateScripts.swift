import LuaRuntime
import Comparing

/// Functions of a state that is running already.
///
/// Unchecked: the plan that holds it has one worker, which is the thread that runs the script.
package struct StateScripts: ScriptedRules, @unchecked Sendable {
  // Not owned: the changes that hold the plan are themselves held by the state.
  private let host: HostContext
  private let functions: RuleFunctions

  package init(state: LuaState, functions: RuleFunctions) {
    host = state.context
    self.functions = functions
  }

  package func makeEvaluator(readers: Sides<RecordReader>) throws -> any RuleEvaluator {
    try RuleError.locating { () throws(LuaError) in
      guard let state = host.state else { throw .closed }
      return try ScriptEvaluator(state: state, ownsState: false, functions: functions, readers: readers)
    }
  }
}

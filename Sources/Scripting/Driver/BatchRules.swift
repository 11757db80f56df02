import Batch
import LuaRuntime
import Platform
import Comparing
import Records
import Rules

/// The rules of one pair of a driver's batch.
struct BatchRules {
  let ruleSet: RuleSet
  let plan: ComparisonPlan

  /// Lays the rules over each other.
  ///
  /// Those of files run in states of their own, on all threads; functions of the script in its state, on one.
  ///
  /// - Parameter context: Has the plug-ins that those of files may use, and may be.
  /// - Throws: What loading a file throws, and `LuaError` where functions of both kinds would have to run together.
  init(_ rules: [PairList.Rules], _ context: ScriptContext, _ state: LuaState) throws {
    var program = RuleProgram()
    program.plugins = context.plugins
    program.print = context.print
    program.recorder = context.recorder
    program.debugger = context.debugger
    for path in rules.compactMap(\.path) {
      program.sources.append(try RuleProgram.Source(path: path))
    }
    let loaded = program.sources.isEmpty ? nil : try program.load()
    var ofFiles = (loaded?.parts ?? [])[...]
    var ruleSet = RuleSet()
    var functions = RuleFunctions()
    for rules in rules {
      if rules.path != nil, let own = ofFiles.popFirst() {
        ruleSet = ruleSet.overridden(by: own)
        continue
      }
      var reader = RuleTableReader(source: "luna.batch: \(rules.part)", functions: functions)
      ruleSet = ruleSet.overridden(by: try reader.read(rules.part.field, rules.value))
      functions = reader.functions
    }
    self.ruleSet = ruleSet
    guard let loaded, !loaded.functions.list.isEmpty else {
      plan = DriverRules.plan(ruleSet, functions, state)
      return
    }
    guard functions.list.isEmpty else {
      throw LuaError(
        "luna.batch: functions of a rules file and of the script cannot be combined for one pair")
    }
    plan = ruleSet.plan(
      ComparisonRun(scripts: program, workers: context.debugger == nil ? 0 : 1))
  }
}

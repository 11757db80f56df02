import RecordDiff
import Rules

/// The rules of a request: those of its Lua sources in order, and its flags over them.
struct LoadedRules {
  let ruleSet: RuleSet
  let scripts: (any ScriptedRules)?

  init(_ request: DiffRequest) throws {
    var rules = RuleSet()
    scripts = nil
    rules = rules.overridden(by: try request.flags.ruleSet())
    ruleSet = rules
  }
}

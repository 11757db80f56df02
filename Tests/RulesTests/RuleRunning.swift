import LuaRuntime
import Comparing
import Records

@testable import Rules
@testable import Scripting

/// A table of these lines of CSV, or of JSON where the name says so.
func table(_ text: String, name: String) throws -> RecordTable {
  try RecordInput.read(bytes: Array(text.utf8), name: name).table()
}

/// The comparison of two texts under rules in Lua.
func compare(
  _ old: String, _ new: String, rules: String..., names: (String, String) = ("old.csv", "new.csv"),
  workers: Int = 0, limits: LuaLimits = .rules, compiles: Bool = true
) throws -> Comparison {
  var environment = ScriptEnvironment()
  (environment.limits, environment.compiles) = (limits, compiles)
  let program = RuleProgram(
    sources: rules.enumerated().map { index, text in
      RuleProgram.Source(name: "rules\(index + 1).lua", text: Array(text.utf8))
    }, in: environment)
  let plan = try program.load().ruleSet.plan(ComparisonRun(scripts: program, workers: workers))
  return try Comparison(
    source: table(old, name: names.0), target: table(new, name: names.1), plan: plan)
}

/// What a driver script prints; its working folder is the process's.
func output(ofDriver text: String, arguments: [String] = []) throws -> (
  printed: String, status: Int
) {
  var printed: [UInt8] = []
  var program = DriverProgram(
    name: "driver.lua", text: Array(text.utf8), arguments: arguments, directories: [])
  program.printer = { printed += $0 }
  let status = try program.run()
  return (String(decoding: printed, as: UTF8.self), status)
}

/// The message of what a closure throws; empty if it throws nothing.
func message(_ body: () throws -> Void) -> String {
  do {
    try body()
    return ""
  } catch {
    return "\(error)"
  }
}

import ArgumentParser
import LuaRuntime
import Requests

/// Flags that limit what scripts may do.
struct ScriptOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "The most memory of one Lua state, as in 64M; 0 for no limit.", value: "size",
      "By default 256M for rules, and no limit for the script of lunadiff run."),
    transform: Limit.parse(ByteCount.parse))
  var memoryLimit: Limit<Int>?

  @Option(
    help: Help.flag(
      "The most time for one call of a rule, as in 500ms; 0 for no limit.", value: "time",
      "By default 10s for rules, and no limit for the script of lunadiff run."),
    transform: Limit.parse(TimeSpan.parse)) var timeLimit: Limit<Double>?

  @Option(
    help: Help.flag(
      "The most instructions for one call of a rule; 0 for no limit.", value: "count",
      "By default 100000000 for rules, and no limit for the script of lunadiff run."),
    transform: Limit.parse(Count.parse)) var instructionLimit: Limit<Int>?

  @Flag(
    help: Help.flag(
      "Run all functions in Lua.",
      """
      By default functions that are expressions over columns run without Lua, with the same results; 'lunadiff \
      check' says of each whether it does.
      """)) var noCompile = false

  @Flag(
    help: Help.flag(
      "Show Lua's stack if a script fails.",
      "It says which function called which, with their lines, the innermost first.")) var traceback = false

  /// Does work whose scripts may fail, and says as much of it as was asked for.
  func explaining<Result>(_ work: () throws -> Result) throws -> Result {
    do { return try work() } catch let error as LunaDiffError where !error.stack.isEmpty {
      if traceback { throw CommandError(error.messageWithStack) }
      throw error.isNested && !error.isHinted
        ? CommandError(error.message, hint: "--traceback shows Lua's stack") : CommandError(error.message)
    }
  }

  /// The limits: what the flags say, laid over what holds without them.
  func limits(over defaults: LuaLimits) -> LuaLimits {
    var limits = defaults
    if let memoryLimit { limits.memory = memoryLimit.amount }
    if let timeLimit { limits.seconds = timeLimit.amount }
    if let instructionLimit { limits.instructions = instructionLimit.amount }
    return limits
  }
}

extension LunaDiffError {
  /// Whether it was a function that failed which another one of the script had called.
  fileprivate var isNested: Bool { stack.filter { !$0.hasPrefix("[C]") }.count > 1 }
}

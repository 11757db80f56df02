import ArgumentParser
import LuaRuntime
import Requests

/// Flags that limit what scripts may do.
struct ScriptOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "The most memory of one Lua state, as in 64M; 0 for no limit.", value: "size",
      "For rules 256M if it is not said, for a driver script no limit."), transform: Limit.parse(ByteCount.parse))
  var memoryLimit: Limit<Int>?

  @Option(
    help: Help.flag(
      "The most time for one call of a rule, as in 500ms.", value: "time",
      "For rules 10s if it is not said, for a driver script no limit; 0 is no limit."),
    transform: Limit.parse(TimeSpan.parse)) var timeLimit: Limit<Double>?

  @Option(
    help: Help.flag(
      "The most instructions for one call of a rule.", value: "count",
      "For rules 100000000 if it is not said, for a driver script no limit; 0 is no limit."),
    transform: Limit.parse(Count.parse)) var instructionLimit: Limit<Int>?

  @Flag(
    help: Help.flag(
      "Run all functions in Lua.",
      """
      Functions that are expressions over columns run without Lua otherwise, with the same results; 'lunadiff check' \
      says of each whether it does.
      """)) var noCompile = false

  @Flag(
    help: Help.flag(
      "Show Lua's stack where a script failed.",
      "Which function called which, with their lines; the innermost comes first.")) var traceback = false

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

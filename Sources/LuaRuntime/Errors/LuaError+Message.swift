extension LuaError: CustomStringConvertible {
  /// `chunk:line: message`, as far as the place is known.
  package var description: String {
    guard let chunk else { return message }
    guard let line else { return "\(chunk): \(message)" }
    return "\(chunk):\(line): \(message)"
  }

  /// The words for a limit; Lua has none or poor ones.
  static func words(for kind: Kind, limits: LuaLimits, lua: String) -> String {
    switch kind {
    case .memory:
      return "not enough memory: the script needs more than \(megabytes(limits.memory ?? 0))"
    case .refusedMemory: return "not enough memory"
    case .instructions:
      let count = limits.instructions ?? 0
      return "stopped after \(count) instructions in one call; does it loop for ever?"
    case .time:
      let seconds = limits.seconds ?? 0
      return "stopped after \(seconds) seconds in one call; does it loop for ever?"
    case .interrupted: return "interrupted"
    case .exit(let status): return "the script called os.exit(\(status))"
    case .handler:
      return lua.isEmpty ? "error in error handling" : lua
    case .closed: return lua.isEmpty ? "the Lua state is closed" : lua
    case .syntax, .runtime, .returned: return lua.isEmpty ? "error without a message" : lua
    }
  }

  private static func megabytes(_ bytes: Int) -> String {
    bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
  }

  /// "bad argument #`argument` to … (`expected` expected, got …)".
  package static func expected(_ expected: String, got: String, argument: Int) -> LuaError {
    LuaError(argument: argument, "\(expected) expected, got \(got)")
  }

  static let tooManyDataSets = LuaError(
    "a script can look at the records of 65,536 inputs and comparisons at a time, and these are more; "
      + "close() lets go of one")
  package static let closed = LuaError("the Lua state is closed", kind: .closed)
  static let noMemory = LuaError("not enough memory to make a Lua state", kind: .closed)
}

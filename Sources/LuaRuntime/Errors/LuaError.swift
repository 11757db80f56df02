/// What a script did wrong, or what a host function refused, with the place in the script.
package struct LuaError: Error, Sendable {
  package enum Kind: Sendable, Equatable {
    /// The text is no Lua, or not text.
    case syntax
    /// An error that the script or a library function raised.
    case runtime
    /// A function gave back what its caller has no use for.
    case returned(type: String, wanted: Wanted)
    /// More memory than `LuaLimits.memory`.
    case memory
    /// More memory than the system gives, without a limit.
    case refusedMemory
    /// More instructions than `LuaLimits.instructions`.
    case instructions
    /// Longer than `LuaLimits.seconds`.
    case time
    /// `LuaInterrupt` was raised.
    case interrupted
    /// A driver script called `os.exit` with this status.
    case exit(Int)
    /// A message handler or a metamethod that failed itself.
    case handler
    /// The state is gone, or no memory was left to make one.
    case closed
  }

  /// What a function was called for.
  package enum Wanted: Sendable, Equatable {
    /// True or false.
    case decision
    /// What tells things apart: text, a number or a boolean.
    case identity
    case value
  }

  package var kind: Kind
  /// What went wrong, where that is one of the things that a host says more about.
  package var complaint: LuaComplaint?
  /// Lua's words without their position; always valid UTF-8.
  package var message: String
  package var chunk: String?
  /// The line in `chunk`, counted from 1.
  package var line: Int?
  /// Lua's name of the function that ran, where it has one.
  package var function: String?
  /// Lua's stack where the error was raised.
  package var traceback: String?
  /// The error that a host function failed with, where there was one.
  package var underlying: (any Error)?

  /// The number of what a script raised, such as a table, which its own `pcall` gets; 0 for a text.
  package var raised: Int64 = 0
  /// The number of the argument that is to blame, of a host function's error.
  package var argument: Int?
  /// Whose line is to blame: 1 is the caller of the host function, 2 its caller's caller, 0 nobody's.
  package var level = 1

  /// An error without a position; a host function that throws it blames its caller's line.
  package init(_ message: String, kind: Kind = .runtime, underlying: (any Error)? = nil) {
    self.kind = kind
    self.message = message
    self.underlying = underlying
  }

  /// A function gave back a value of a type that its caller has no use for.
  package init(returned type: String, wanted: Wanted = .value, _ demand: String) {
    self.init("returned \(type); \(demand)", kind: .returned(type: type, wanted: wanted))
  }

  /// "bad argument #`argument` to 'function' (`message`)", blamed on the caller's line.
  package init(argument: Int, _ message: String) {
    self.init(message)
    self.argument = argument
  }
}

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
    case .memory: "not enough memory: the script needs more than \(megabytes(limits.memory ?? 0))"
    case .refusedMemory: "not enough memory"
    case .instructions: "stopped after \(limits.instructions ?? 0) instructions in one call; does it loop for ever?"
    case .time: "stopped after \(limits.seconds ?? 0) seconds in one call; does it loop for ever?"
    case .interrupted: "interrupted"
    case .exit(let status): "the script called os.exit(\(status))"
    case .handler: lua.isEmpty ? "error in error handling" : lua
    case .closed: lua.isEmpty ? "the Lua state is closed" : lua
    case .syntax, .runtime, .returned: lua.isEmpty ? "error without a message" : lua
    }
  }

  private static func megabytes(_ bytes: Int) -> String { bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes" }

  /// "bad argument #`argument` to … (`expected` expected, got …)".
  package static func expected(_ expected: String, got: String, argument: Int) -> LuaError {
    LuaError(argument: argument, "\(expected) expected, got \(got)")
  }

  /// The error of a table whose content has no bound.
  static func boundless(_ message: String) -> LuaError {
    var error = LuaError(message)
    error.complaint = .boundlessTable
    return error
  }

  static let tooManyDataSets = LuaError(
    "a script can look at the records of 65,536 inputs and comparisons at a time, and these are more; "
      + "close() lets go of one")
  package static let closed = LuaError("the Lua state is closed", kind: .closed)
  static let noMemory = LuaError("not enough memory to make a Lua state", kind: .closed)
}

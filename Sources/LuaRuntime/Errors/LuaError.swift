/// What a script did wrong, or what a host function refused, with the place in the script.
package struct LuaError: Error, Sendable {
  /// How a call ended.
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
    /// Any other value.
    case value
  }

  /// How the call ended.
  package var kind: Kind
  /// What went wrong, where that is one of the things that a host says more about.
  package var complaint: LuaComplaint?
  /// Lua's words without their position; always valid UTF-8.
  package var message: String
  /// The name that the chunk was loaded with.
  package var chunk: String?
  /// The line in `chunk`, counted from 1.
  package var line: Int?
  /// Lua's name of the function that ran, where it has one.
  package var function: String?
  /// Lua's stack where the error was raised.
  package var traceback: String?
  /// The error that a host function failed with, where there was one.
  package var underlying: (any Error)?

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

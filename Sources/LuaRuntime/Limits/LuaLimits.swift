/// Which libraries and freedoms a state gives its scripts.
package enum LuaProfile: Sendable {
  /// Rules: no files, no processes, frozen libraries; the same script does the same everywhere.
  case rules
  /// Programs that a user runs: `io`, all of `os` and `package` as well.
  case driver
}

/// What one outermost call from the host into Lua may use; nested calls live on the same allowance.
///
/// `nil` means unlimited. A limit that is reached ends the call; no `pcall` in the script sees it.
package struct LuaLimits: Sendable, Equatable {
  /// Bytes of memory of the whole state.
  package var memory: Int?
  /// Virtual machine instructions of one call, counted in steps of 10,000; work that library
  /// functions do in C is accounted for as well.
  package var instructions: Int?
  /// Wall-clock seconds of one call, looked at every 10,000 instructions and after each call of the host.
  package var seconds: Double?
  /// Records that a reader of a plug-in's may give, in all calls.
  package var records: Int?

  package init(memory: Int? = nil, instructions: Int? = nil, seconds: Double? = nil) {
    self.memory = memory
    self.instructions = instructions
    self.seconds = seconds
  }

  /// For rules: 256 MiB, a hundred million instructions and ten seconds for each call.
  package static let rules = LuaLimits(memory: 256 << 20, instructions: 100_000_000, seconds: 10)

  /// For programs that a user runs and can interrupt: none.
  package static let unlimited = LuaLimits()
}

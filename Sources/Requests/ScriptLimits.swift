/// What scripts may use before they are stopped.
package struct ScriptLimits: Sendable, Equatable {
  /// Bytes of memory of one Lua state; `nil` for no limit.
  package var memory: Int? = 256 << 20
  /// Lua instructions of one call of a rule; `nil` for no limit.
  package var instructions: Int? = 100_000_000
  /// Seconds that one call of a rule may take; `nil` for no limit.
  package var seconds: Double? = 10

  /// The default limits.
  package init() {}
}

extension ScriptLimits {
  /// No limit at all: for programs that a user runs and can interrupt.
  package static let unlimited: ScriptLimits = {
    var limits = ScriptLimits()
    limits.memory = nil
    limits.instructions = nil
    limits.seconds = nil
    return limits
  }()
}

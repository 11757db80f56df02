import LuaRuntime

/// What calls of compiled functions take, for who asked for a profile; belongs to one machine.
///
/// A call that is given up leaves nothing here: Lua makes it again, and is measured there.
final class CompiledTimings {
  private struct Call {
    let function: LuaTimings.Function
    let start: ContinuousClock.Instant
    /// Nanoseconds of the functions that it called.
    var inner = 0
  }

  private var running: [Call] = []
  /// The calls below the one that a rule made, which count when that has come to its end.
  private var ended: [(function: LuaTimings.Function, cost: LuaTimings.Cost)] = []
  private(set) var costs: [LuaTimings.Function: LuaTimings.Cost] = [:]

  func begin(_ function: LuaTimings.Function) { running.append(Call(function: function, start: .now)) }

  func end(_ isAnswered: Bool) {
    guard let call = running.popLast() else { return }
    let total = Self.nanoseconds(.now - call.start)
    ended.append((call.function, LuaTimings.Cost(calls: 1, total: total, own: max(0, total - call.inner))))
    guard running.isEmpty else { return running[running.count - 1].inner += total }
    if isAnswered { for (function, cost) in ended { costs[function, default: LuaTimings.Cost()] += cost } }
    ended.removeAll(keepingCapacity: true)
  }

  private static func nanoseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}

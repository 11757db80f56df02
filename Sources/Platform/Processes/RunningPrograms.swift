import Synchronization

/// The programs that this process has started and not yet waited for.
///
/// A library only keeps the list; a program's handler of signals that end it ends them, too.
package enum RunningPrograms {
  private static let slotCount = 64
  /// Their numbers, or 0; a signal handler can lock nothing, and what finds no place is not ended.
  private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Atomic<Int32>> = {
    let slots = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: slotCount)
    for slot in 0..<slotCount { (slots + slot).initialize(to: Atomic(0)) }
    return slots
  }()

  static func add(_ program: pid_t) { replace(0, with: program) }

  static func remove(_ program: pid_t) { replace(program, with: 0) }

  private static func replace(_ old: pid_t, with new: pid_t) {
    _ = (0..<slotCount).first { slot in
      slots[slot].compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
    }
  }

  /// Makes the list, so that a signal handler can look at it.
  package static func prepareForSignals() { _ = slots }

  /// Asks every program of the list to end; only calls what a signal handler may call.
  package static func endAll() {
    for slot in 0..<slotCount {
      let program = slots[slot].load(ordering: .sequentiallyConsistent)
      if program > 0 { kill(program, SIGTERM) }
    }
  }
}

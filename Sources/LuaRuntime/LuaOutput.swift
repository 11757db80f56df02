import CLuaBridge

/// The process's standard output, as Lua's own functions write to it: through C's buffer.
package enum LuaOutput {
  package enum Outcome: Equatable {
    case whole
    /// The system's number for why it was not.
    case failed(Int32)
    /// Something was lost, and why is not known any more.
    case incomplete
  }

  /// Writes what the buffer still holds, and says whether all that was ever written was taken.
  package static func finish() -> Outcome {
    switch lb_flush_output() {
    case 0: .whole
    case -1: .incomplete
    case let code: .failed(code)
    }
  }
}

import CLuaBridge

/// Memory of the host's that counts as a state's, as long as this lives.
package final class LuaHolding {
  private let bytes: Int
  // A state that has ended has nothing to give back to.
  private weak var state: LuaState?

  init(_ bytes: Int, of state: LuaState) {
    self.bytes = bytes
    self.state = state
  }

  deinit { if let state { lb_let_go(state.core, bytes) } }
}

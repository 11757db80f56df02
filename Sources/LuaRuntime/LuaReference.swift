import Synchronization

/// References that were dropped, on whatever thread; the state lets go of them when it runs next.
final class ReferencePool: Sendable {
  private let dropped = Mutex<[Int64]>([])

  func drop(_ index: Int64) { dropped.withLock { $0.append(index) } }

  func take() -> [Int64] {
    dropped.withLock { list in
      guard !list.isEmpty else { return [] }
      defer { list.removeAll(keepingCapacity: true) }
      return list
    }
  }
}

/// Keeps one value of a state alive until it is dropped itself, which any thread may do.
package class LuaReference {
  let index: Int64
  private let pool: ReferencePool
  private let context: HostContext
  package var state: LuaState? { context.state }

  init(index: Int64, state: LuaState) {
    self.index = index
    self.pool = state.pool
    context = state.context
  }

  deinit { pool.drop(index) }

  func requireState() throws(LuaError) -> LuaState {
    guard let state else { throw .closed }
    return state
  }
}

package final class LuaFunction: LuaReference {
  package func callAsFunction(_ arguments: [LuaValue] = []) throws(LuaError) -> [LuaValue] {
    try requireState().call(self, arguments)
  }
}

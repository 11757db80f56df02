import CLuaBridge

/// A flag that any thread may raise to end the calls of every state that was made with it.
///
/// Unchecked: the flag is an atomic one of C's, and never another.
package final class LuaInterrupt: @unchecked Sendable {
  // Every state reads it while it runs.
  let flag: OpaquePointer?

  package init() { flag = lb_flag_create() }

  deinit { if let flag { lb_flag_free(flag) } }

  package var isRaised: Bool {
    get { flag.map { lb_flag_get($0) } ?? false }
    set { if let flag { lb_flag_set(flag, newValue) } }
  }
}

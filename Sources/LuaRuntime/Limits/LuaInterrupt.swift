import CLuaBridge

/// A flag that any thread may raise to end the calls of every state that was made with it.
///
/// Unchecked: the flag is an atomic one of C's, and never another.
package final class LuaInterrupt: @unchecked Sendable {
  // Every state reads it while it runs.
  let flag: OpaquePointer?

  /// - Parameter asks: Is asked from time to time, on the thread that runs a script, if that is to end.
  package init(_ asks: (@convention(c) () -> Bool)? = nil) { flag = lb_flag_create(asks) }

  deinit { if let flag { lb_flag_free(flag) } }

  package var isRaised: Bool {
    get { flag.map { lb_flag_get($0) } ?? false }
    set { if let flag { lb_flag_set(flag, newValue) } }
  }
}

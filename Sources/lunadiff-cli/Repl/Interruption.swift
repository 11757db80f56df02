import LuaRuntime
import Platform
import Synchronization

/// Ctrl-C during a session: ends what runs, not the session.
///
/// Pressed again while that has no effect, it ends the process.
enum Interruption {
  /// The address of the flag that is raised, or 0.
  private static let flag = Atomic<UInt>(0)

  static func begin(_ interrupt: LuaInterrupt) {
    // Never released: a signal may come at any time.
    let address = UInt(bitPattern: Unmanaged.passRetained(interrupt).toOpaque())
    flag.store(address, ordering: .sequentiallyConsistent)
    install { _ in
      guard let flag = Interruption.raised else { return }
      if flag.isRaised {
        signal(SIGINT, SIG_DFL)
        raise(SIGINT)
      }
      flag.isRaised = true
    }
  }

  private static var raised: LuaInterrupt? {
    UnsafeRawPointer(bitPattern: flag.load(ordering: .sequentiallyConsistent)).map {
      Unmanaged<LuaInterrupt>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Without restarting what it interrupts, so that reading a line ends.
  private static func install(_ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    sigaction(SIGINT, &action, nil)
  }
}

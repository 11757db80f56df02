import Foundation

extension Thread {
  /// Starts a thread that writes to what may be closed at its other end.
  ///
  /// The signal of that is blocked in the thread alone: were it ignored, so it would be in all programs that tests start.
  public static func startWriting(_ body: @escaping @Sendable () -> Void) {
    Thread {
      var broken = sigset_t()
      sigemptyset(&broken)
      sigaddset(&broken, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &broken, nil)
      body()
    }.start()
  }
}

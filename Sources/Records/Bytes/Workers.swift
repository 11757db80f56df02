import CScan
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Work on every core.
package enum Workers {
  /// How many cores this process may use.
  package static let available = Int(lunadiff_core_count())

  /// How many threads a limit allows; `0`: as many as there are cores.
  package static func threads(limit: Int) -> Int { limit == 0 ? available : limit }

  /// Calls `body` once for each of `0..<count`, in any order, on up to `limit` threads at once, and
  /// returns when every call has returned.
  ///
  /// The calling thread works too.
  ///
  /// - Parameter limit: the most threads to use; `0`: as many as there are cores.
  package static func run(count: Int, limit: Int = 0, _ body: @Sendable (Int) -> Void) {
    let threads = min(count, threads(limit: limit))
    guard threads > 1 else {
      for item in 0..<max(0, count) { body(item) }
      return
    }
    withoutActuallyEscaping(body) { escaping in
      let job = Job(count: count, body: escaping)
      let helpers = (1..<threads).compactMap { _ in start(job) }
      job.work()
      for helper in helpers { pthread_join(helper, nil) }
      job.finish()
    }
  }

  /// Items to claim, shared by the threads of one run.
  private final class Job: Sendable {
    private let next = Atomic<Int>(0)
    private let count: Int
    private let body: Mutex<(@Sendable (Int) -> Void)?>

    init(count: Int, body: @escaping @Sendable (Int) -> Void) {
      self.count = count
      self.body = Mutex(body)
    }

    func work() {
      guard let body = body.withLock({ $0 }) else { return }
      while true {
        let item = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard item < count else { return }
        body(item)
      }
    }

    /// Lets go of the closure, which must not outlive the run.
    func finish() { body.withLock { $0 = nil } }
  }

  private static func start(_ job: Job) -> pthread_t? {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = Unmanaged.passRetained(job)
    let status = pthread_create(&thread, nil, threadMain, context.toOpaque())
    guard status == 0 else {
      context.release()
      return nil
    }
    return thread
  }

  #if canImport(Darwin)
    private static let threadMain:
      @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { context in
        Unmanaged<Job>.fromOpaque(context).takeRetainedValue().work()
        return nil
      }
  #else
    private static let threadMain:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        Unmanaged<Job>.fromOpaque(context).takeRetainedValue().work()
        return nil
      }
  #endif
}

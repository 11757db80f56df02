/// Threads that wait for work.
///
/// They are kept: a new thread may have to wait for milliseconds until it gets a core, where one that waits is there at
/// once. However much is asked for at once, there are no more than ``most`` of them, and work waits for its turn; only
/// a run that is to have more threads of its own gets them.
///
/// Nothing waits for a thread that may not come: who calls ``run(helpers:_:)`` can do all of it himself, and what
/// ``start(_:)`` is given must not wait for anything else that is started.
///
/// Unchecked: everything that changes does so under the lock.
final class WorkerThreads: @unchecked Sendable {
  static let shared = WorkerThreads()

  /// Work for several threads.
  ///
  /// Unchecked: everything that changes does so under the threads' lock.
  final class Job: @unchecked Sendable {
    /// Let go of when the job ends, since it must not outlive it.
    private var work: (() -> Void)?
    fileprivate var places: Int
    fileprivate var helpers = 0

    fileprivate init(places: Int, work: @escaping () -> Void) {
      self.places = places
      self.work = work
    }

    /// Does the work; whatever that takes is let go of on return.
    @inline(never) fileprivate func perform() { work?() }

    fileprivate func end() { work = nil }
  }

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasWork = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let hasEnded = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [Job] = []
  private var idle = 0
  private var threads = 0

  /// How many threads there may be: enough for some comparisons to wait for slow inputs while others compute, and with
  /// those that run an app's tasks no more than twice the cores and eight.
  static let most = Workers.available + 4

  private init() {
    lock.initialize(to: pthread_mutex_t())
    hasWork.initialize(to: pthread_cond_t())
    hasEnded.initialize(to: pthread_cond_t())
    pthread_mutex_init(lock, nil)
    pthread_cond_init(hasWork, nil)
    pthread_cond_init(hasEnded, nil)
  }

  /// Calls `work` on this thread and on up to `helpers` more at once, and returns when all calls have returned.
  ///
  /// A call on another thread may come late or not at all: so the thread that comes first does all that is left.
  func run(helpers: Int, _ work: () -> Void) {
    withoutActuallyEscaping(work) { escaping in
      let job = Job(places: helpers, work: escaping)
      offer(job)
      work()
      end(job)
    }
  }

  /// Calls `work` on another thread; on this one where the system has no other.
  func start(_ work: @escaping @Sendable () -> Void) { if !startElsewhere(work) { work() } }

  /// Calls `work` on another thread.
  ///
  /// - Returns: Whether there is one, at once or once it has done what it does.
  func startElsewhere(_ work: @escaping @Sendable () -> Void) -> Bool {
    let job = Job(places: 1, work: work)
    guard !offer(job) else { return true }
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    guard threads == 0, job.places > 0 else { return true }
    jobs.removeAll { $0 === job }
    return false
  }

  /// Lets threads take part in a job.
  ///
  /// - Returns: Whether there are as many as it may have; if not, perhaps there are some.
  @discardableResult private func offer(_ job: Job) -> Bool {
    pthread_mutex_lock(lock)
    let free = idle - jobs.reduce(0) { $0 + $1.places }
    jobs.append(job)
    let room = max(Self.most, job.places) - threads
    let missing = max(0, min(job.places - max(0, free), room))
    threads += missing
    for _ in 0..<min(job.places, idle) { pthread_cond_signal(hasWork) }
    pthread_mutex_unlock(lock)
    guard let refused = (0..<missing).first(where: { _ in !startThread() }) else { return true }
    pthread_mutex_lock(lock)
    threads -= missing - refused
    pthread_mutex_unlock(lock)
    return false
  }

  private func end(_ job: Job) {
    pthread_mutex_lock(lock)
    jobs.removeAll { $0 === job }
    while job.helpers > 0 { pthread_cond_wait(hasEnded, lock) }
    job.end()
    pthread_mutex_unlock(lock)
  }

  private func help() {
    pthread_mutex_lock(lock)
    while true {
      guard let job = jobs.first else {
        idle += 1
        pthread_cond_wait(hasWork, lock)
        idle -= 1
        continue
      }
      job.places -= 1
      if job.places == 0 { jobs.removeFirst() }
      job.helpers += 1
      pthread_mutex_unlock(lock)
      job.perform()
      pthread_mutex_lock(lock)
      job.helpers -= 1
      if job.helpers == 0 { pthread_cond_broadcast(hasEnded) }
    }
  }

  /// - Returns: Whether the system gave one.
  private func startThread() -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, threadMain, nil)
      if status == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, threadMain, nil)
      if status == 0 { pthread_detach(thread) }
    #endif
    return status == 0
  }

  #if canImport(Darwin)
    private let threadMain: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { _ in
      WorkerThreads.shared.help()
      return nil
    }
  #else
    private let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
      WorkerThreads.shared.help()
      return nil
    }
  #endif
}

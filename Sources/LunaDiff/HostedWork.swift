import LuaRuntime
import Platform
import Records
import Requests

/// One piece of work of a host's: who counts it, who watches its inputs, and what ends it early.
struct HostedWork: Sendable {
  let interrupt = LuaInterrupt()
  /// Workers, meter and watch, as readers want them.
  private(set) var read = ReadOptions()
  /// How much memory a comparison may take; `nil`: as much as it needs.
  private(set) var memory: MemoryUse?

  init(workers: Int) {
    read.workers = workers
    read.meter = WorkMeter()
    read.watch = InputWatch()
  }

  func limited(to memory: MemoryUse?) -> HostedWork {
    var work = self
    work.memory = memory
    work.read.spilling = memory?.spilling
    return work
  }

  func cancel() {
    read.meter?.cancel()
    interrupt.isRaised = true
  }
}

extension LunaHost {
  /// Does work on a thread of its own, and waits for it.
  ///
  /// - Throws: `CancellationError` if the task was cancelled, whatever the work made of that, or the one that encoded
  ///   its rows; that an input changed, if one did; else what the work throws, as `LunaDiffError`.
  func working<Result: Sendable>(
    _ progress: (@Sendable (Double) -> Void)? = nil, _ body: @escaping @Sendable (HostedWork) throws -> Result
  ) async throws -> Result {
    let work = HostedWork(workers: workers)
    let watcher = progress.map { progress in Task { try await work.report(to: progress) } }
    defer { watcher?.cancel() }
    let result = try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await Workers.start { try work.guarding(body) }
    } onCancel: {
      work.cancel()
    }
    watcher?.cancel()
    _ = await watcher?.result
    progress?(1)
    return result
  }
}

extension HostedWork {
  private static let interval = Duration.milliseconds(50)

  fileprivate func report(to progress: @Sendable (Double) -> Void) async throws {
    var reported = 0.0
    while true {
      if let fraction = read.meter?.fraction, fraction > reported, fraction < 1 {
        progress(fraction)
        reported = fraction
      }
      try await Task.sleep(for: Self.interval)
    }
  }

  func guarding<Result>(_ body: (HostedWork) throws -> Result) throws -> Result {
    do {
      let result = try read.watch?.guarding { try body(self) } ?? body(self)
      if read.meter?.isCancelled == true { throw CancellationError() }
      return result
    } catch {
      if error is CancellationError || read.meter?.isCancelled == true { throw CancellationError() }
      throw LunaDiffError(error)
    }
  }
}

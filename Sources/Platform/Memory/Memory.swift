import Synchronization

/// Pages of memory, as the system gives them.
package enum Memory {
  package static let installed = max(0, sysconf(Int32(_SC_PHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))

  /// Memory for so many values that begins with what was in `memory`, which is gone.
  package static func resized<T: BitwiseCopyable>(_ memory: UnsafeMutablePointer<T>?, to count: Int)
    -> UnsafeMutablePointer<T>
  {
    let size = max(1, count) * MemoryLayout<T>.stride
    guard let resized = realloc(memory, size) else { isRefused() }
    return resized.bindMemory(to: T.self, capacity: count)
  }

  /// Says that much memory is about to be filled from front to back.
  ///
  /// In large pages, where the system has them: the first touch of each page costs more than filling it.
  package static func preferLargePages(_ memory: UnsafeMutableRawPointer?, _ size: Int) {
    #if os(Linux)
      let page = Int(sysconf(Int32(_SC_PAGESIZE)))
      guard let memory, page > 0, size >= largeSize else { return }
      let gap = (page - Int(bitPattern: memory) % page) % page
      _ = madvise(memory + gap, size - gap, MADV_HUGEPAGE)
    #endif
  }

  /// The least number of bytes for which large pages, or several threads, gain time.
  private static let largeSize = 4 << 20

  /// Has memory made ready by this thread, before another one writes to it under a lock.
  ///
  /// Where the system cannot, or the memory has been given back meanwhile, nothing happens.
  package static func makeReady(_ memory: Range<UInt>) {
    #if os(Linux)
      let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
      let start = memory.lowerBound / page * page
      // MADV_POPULATE_WRITE, which not every C library names.
      madvise(UnsafeMutableRawPointer(bitPattern: start), Int(memory.upperBound - start), 23)
    #endif
  }

  /// Takes a mapped file's pages out of this process, on several cores.
  ///
  /// To end the mapping does so too, but on one core while the others wait.
  static func forgetPages(of mapping: BytesView, workers: Int) {
    #if os(Linux)
      let start = UInt(bitPattern: mapping.unsafeStart)
      let count = mapping.count
      let parts = count / largeSize
      guard parts > 1 else { return }
      Workers.run(count: parts, limit: workers) { part in
        let size = part == parts - 1 ? count - part * largeSize : largeSize
        madvise(UnsafeMutableRawPointer(bitPattern: start + UInt(part * largeSize)), size, MADV_DONTNEED)
      }
    #endif
  }

  /// Whether the system has refused memory, so that the crash which follows can be told from others.
  package static var wasRefused: Bool { refused.load(ordering: .relaxed) }

  private static let refused = Atomic(false)

  /// Ends the process as the standard library does where an array cannot grow.
  private static func isRefused() -> Never {
    refused.store(true, ordering: .relaxed)
    preconditionFailure("out of memory")
  }
}

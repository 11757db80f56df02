import Synchronization

/// The mapped files of this process, and how much of them is in memory.
///
/// The system takes pages out only where memory is short, and counts them to the process until then. With a limit they
/// are taken out earlier (``MappedPagesLimit``): a page that is asked for again comes back from the system's cache.
enum MappedPages {
  private static let mappings = Mutex<[UInt: Int]>([:])

  static func add(_ bytes: BytesView) {
    guard let start = bytes.unsafeStart else { return }
    mappings.withLock { $0[UInt(bitPattern: start)] = bytes.count }
  }

  static func remove(_ bytes: BytesView) {
    guard let start = bytes.unsafeStart else { return }
    mappings.withLock { _ = $0.removeValue(forKey: UInt(bitPattern: start)) }
  }

  static func release() {
    // Under the lock, so that no mapping ends meanwhile and its addresses are used for another.
    mappings.withLock { mappings in
      for (start, count) in mappings { madvise(UnsafeMutableRawPointer(bitPattern: start), count, MADV_DONTNEED) }
    }
  }
}

/// Keeps the pages of mapped files that are in memory at once below a limit, for as long as it lives.
///
/// Long loops that read mapped files ask for it (``keep()``), so that nothing depends on when a thread gets its core;
/// beside them a thread looks after the others.
package final class MappedPagesLimit: Sendable {
  private let hasEnded = Token()

  /// Told apart from the limit, since the thread that watches must not keep that alive.
  private final class Token: Sendable { let flag = Atomic(false) }

  /// The microseconds between two looks.
  private static let period: UInt32 = 2_000
  /// The limit that holds; 0: none.
  private static let current = Atomic<Int>(0)

  /// - Parameter size: The most bytes, beside what is mapped now.
  package init(_ size: Int) {
    #if os(Linux)
      Self.current.store(size + (Self.mappedSize ?? 0), ordering: .relaxed)
      let hasEnded = hasEnded
      _ = WorkerThreads.shared.startElsewhere {
        while !hasEnded.flag.load(ordering: .relaxed) {
          Self.keep()
          usleep(Self.period)
        }
      }
    #endif
  }

  deinit {
    hasEnded.flag.store(true, ordering: .relaxed)
    Self.current.store(0, ordering: .relaxed)
  }

  /// Takes pages out if there are more than the limit allows.
  package static func keep() {
    #if os(Linux)
      let limit = current.load(ordering: .relaxed)
      guard limit > 0, let mapped = mappedSize, mapped > limit else { return }
      MappedPages.release()
    #endif
  }

  #if os(Linux)
    private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    private static let statistics = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)

    /// How many bytes of files are in this process's memory: the third number of `statm`, in pages.
    private static var mappedSize: Int? {
      withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
        let count = pread(statistics, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else { return nil }
        let words = buffer.prefix(count).split(separator: UInt8(ascii: " "))
        guard words.count > 2 else { return nil }
        return words[2].reduce(0) { 10 * $0 + Int($1 & 0x0F) } * pageSize
      }
    }
  #endif
}

extension MappedPagesLimit: Equatable {
  package static func == (first: MappedPagesLimit, second: MappedPagesLimit) -> Bool { first === second }
}

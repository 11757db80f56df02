import CPlatform

/// A mapped file that notices when it is changed.
///
/// Reading behind the end of a file that has shrunk gives zeros instead of ending the process. That takes a handler of
/// SIGBUS, which a library must not install by itself: until ``surviveShrinking()`` is called, no file is mapped.
package final class MappedFile: Sendable {
  private let file: Int32
  private let address: UInt
  private let count: Int
  private let guardSlot: Int32
  private let seconds: Int
  private let nanoseconds: Int
  private let workers: Int

  /// Lets files be mapped: from now on the process handles the signal that tells of one that has shrunk.
  package static func surviveShrinking() { _ = lunadiff_guard_install() }

  /// Takes over an open file; `nil` if it cannot be mapped, and then the caller keeps the file.
  ///
  /// - Parameter workers: How many threads may take the pages away in the end; 0: one for each core.
  package init?(file: Int32, status: stat, workers: Int) {
    let count = Int(status.st_size)
    guard let memory = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0), memory != MAP_FAILED else { return nil }
    let slot = lunadiff_guard_add(memory, count)
    guard slot >= 0 else {
      munmap(memory, count)
      return nil
    }
    self.file = file
    self.count = count
    self.workers = workers
    address = UInt(bitPattern: memory)
    guardSlot = slot
    let time = Self.time(of: status)
    seconds = time.tv_sec
    nanoseconds = time.tv_nsec
    MappedPages.add(bytes)
  }

  deinit {
    MappedPages.remove(bytes)
    Memory.forgetPages(of: bytes, workers: workers)
    munmap(UnsafeMutableRawPointer(bitPattern: address), count)
    lunadiff_guard_remove(guardSlot)
    close(file)
  }

  package var bytes: BytesView { BytesView(start: UnsafeRawPointer(bitPattern: address), count: count) }

  /// Whether no read went behind the end of the file, as far as is known without asking the system.
  package var isIntact: Bool { lunadiff_guard_is_intact(guardSlot) != 0 }

  /// Whether the file still is what it was when it was opened, as far as its size and time tell.
  package var isUnchanged: Bool {
    var status = stat()
    guard isIntact, fstat(file, &status) == 0 else { return false }
    let time = Self.time(of: status)
    return Int(status.st_size) == count && time.tv_sec == seconds && time.tv_nsec == nanoseconds
  }

  private static func time(of status: stat) -> timespec {
    #if canImport(Darwin)
      status.st_mtimespec
    #else
      status.st_mtim
    #endif
  }
}

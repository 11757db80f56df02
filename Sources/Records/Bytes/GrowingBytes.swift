#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory that grows while something is written into it, to become a storage in the end.
final class GrowingBytes {
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private let name: String
  /// How many bytes are written.
  private(set) var count = 0

  /// - Parameter name: the input's, for messages.
  init(name: String) { self.name = name }

  deinit { free(memory) }

  /// What is written so far.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  /// Room behind what is written, at least so much.
  ///
  /// - Throws: `RecordError` if the system has no more memory.
  func room(_ wanted: Int) throws(RecordError) -> UnsafeMutableRawBufferPointer {
    if capacity - count < wanted {
      let larger = max(count + wanted, 2 * capacity)
      guard let grown = realloc(memory, larger) else {
        throw SystemFailure.error("hold in memory", name)
      }
      memory = grown
      capacity = larger
    }
    return UnsafeMutableRawBufferPointer(start: memory.map { $0 + count }, count: capacity - count)
  }

  /// Says that so many bytes of the room are written.
  func didWrite(_ bytes: Int) { count += bytes }

  /// Hands over everything that is written.
  func finish() -> ByteStorage {
    let kept = count > 0 ? realloc(memory, count) ?? memory : memory
    memory = nil
    return ByteStorage(allocation: kept, count: count)
  }
}

/// What the system says when it refuses.
enum SystemFailure {
  /// The error for the last failed call.
  static func error(_ operation: String, _ name: String) -> RecordError {
    let reason = String(cString: strerror(errno))
    return RecordError(.system(operation: operation, reason: reason), file: name)
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bytes that stay where they are for as long as their owner lives: a mapped file or a buffer.
package final class ByteStorage: @unchecked Sendable {
  /// All bytes.
  ///
  /// Immutable after `init`, hence safe to read from every thread.
  package let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool

  /// Takes over a mapping, which is unmapped when the storage goes.
  init(mapping: UnsafeRawBufferPointer) {
    bytes = mapping
    isMapped = true
  }

  /// Takes over memory of `malloc`, which is freed when the storage goes.
  init(allocation: UnsafeMutableRawPointer?, count: Int) {
    bytes = UnsafeRawBufferPointer(start: allocation, count: allocation == nil ? 0 : count)
    isMapped = false
  }

  /// Copies bytes.
  convenience init(copying source: UnsafeRawBufferPointer) {
    let memory = malloc(max(source.count, 1))
    if let memory, let base = source.baseAddress { memcpy(memory, base, source.count) }
    self.init(allocation: memory, count: source.count)
  }

  deinit {
    guard let base = bytes.baseAddress else { return }
    let memory = UnsafeMutableRawPointer(mutating: base)
    if isMapped {
      munmap(memory, bytes.count)
    } else {
      free(memory)
    }
  }
}

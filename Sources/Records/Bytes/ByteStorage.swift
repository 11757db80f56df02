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
  private let mapping: FileMapping?

  /// The bytes of a mapped file.
  init(mapping: FileMapping) {
    bytes = mapping.bytes
    self.mapping = mapping
  }

  /// Takes over memory of `malloc`, which is freed when the storage goes.
  init(allocation: UnsafeMutableRawPointer?, count: Int) {
    bytes = UnsafeRawBufferPointer(start: allocation, count: allocation == nil ? 0 : count)
    mapping = nil
  }

  /// Copies bytes.
  convenience init(copying source: UnsafeRawBufferPointer) {
    let memory = malloc(max(source.count, 1))
    if let memory, let base = source.baseAddress { memcpy(memory, base, source.count) }
    self.init(allocation: memory, count: source.count)
  }

  deinit {
    if mapping == nil { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
  }

  /// Whether the bytes are a file's, which the system lays in and out of memory as it likes.
  var isMapped: Bool { mapping != nil }

  /// Whether the bytes are still those that were opened.
  package var isUnchanged: Bool { mapping?.isUnchanged ?? true }

  /// Runs something that reads the bytes.
  ///
  /// - Throws: that they changed meanwhile, whatever else seems to be wrong with them.
  func reading<R>(_ name: String, _ body: () throws(RecordError) -> R) throws(RecordError) -> R {
    let result = Result { () throws(RecordError) in try body() }
    guard isUnchanged else { throw RecordError(.changed, file: name) }
    return try result.get()
  }
}

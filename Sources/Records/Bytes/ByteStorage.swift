import Platform

/// Bytes that stay where they are for as long as their owner lives: a mapped file or a buffer.
package final class ByteStorage: @unchecked Sendable {
  /// All bytes.
  ///
  /// Immutable after `init`, hence safe to read from every thread.
  package let bytes: UnsafeRawBufferPointer
  private let mapping: MappedFile?
  private let watch: InputWatch?

  /// The bytes of a mapped file.
  ///
  /// - Parameters:
  ///   - name: What messages call it.
  ///   - watch: Who asks whether it changes.
  init(mapping: MappedFile, name: String, watch: InputWatch?) {
    bytes = mapping.bytes
    self.mapping = mapping
    self.watch = watch
    watch?.add(self, name: name)
  }

  /// Takes over memory of `malloc`, which is freed when the storage goes.
  init(allocation: UnsafeMutableRawPointer?, count: Int) {
    bytes = UnsafeRawBufferPointer(start: allocation, count: allocation == nil ? 0 : count)
    mapping = nil
    watch = nil
  }

  /// Copies bytes.
  convenience init(copying source: UnsafeRawBufferPointer) {
    let memory = malloc(max(source.count, 1))
    if let memory, let base = source.baseAddress { memcpy(memory, base, source.count) }
    self.init(allocation: memory, count: source.count)
  }

  deinit {
    endWatch()
    if mapping == nil { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
  }

  /// Tells who watches what became of the bytes by now, and that it need not ask any more.
  func endWatch() { watch?.forget(ObjectIdentifier(self), isUnchanged: isUnchanged) }

  /// Whether the bytes are a file's, which the system lays in and out of memory as it likes.
  var isMapped: Bool { mapping != nil }

  /// Whether the bytes are still those that were opened.
  package var isUnchanged: Bool { mapping?.isUnchanged ?? true }

  /// Whether nothing was read behind the end of a file that has shrunk; takes next to no time.
  var isIntact: Bool { mapping?.isIntact ?? true }

  /// Runs something that reads the bytes.
  ///
  /// - Throws: that they changed meanwhile, whatever else seems to be wrong with them.
  func reading<R>(_ name: String, _ body: () throws(RecordError) -> R) throws(RecordError) -> R {
    let result = Result { () throws(RecordError) in try body() }
    guard isUnchanged else { throw RecordError(.changed, file: name) }
    return try result.get()
  }
}

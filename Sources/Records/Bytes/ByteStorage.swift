import Platform

/// Bytes that stay where they are for as long as their owner lives: a mapped file or a buffer.
///
/// Unchecked: they are never written to once the storage is made.
package final class ByteStorage: @unchecked Sendable {
  /// All bytes.
  ///
  /// Immutable after `init`, hence safe to read from every thread.
  package let bytes: BytesView
  private let mapping: MappedFile?
  private let spilled: SpillBytes?
  private let watch: InputWatch?
  /// The storages that the bytes are spanned over.
  private let parts: [ByteStorage]

  /// The bytes of a mapped file.
  ///
  /// - Parameters:
  ///   - name: What messages call it.
  ///   - watch: Who asks whether it changes.
  init(mapping: MappedFile, name: String, watch: InputWatch?) {
    bytes = mapping.bytes
    self.mapping = mapping
    spilled = nil
    self.watch = watch
    parts = []
    watch?.add(self, name: name)
  }

  /// Takes over memory of `malloc`, which is freed when the storage goes.
  init(allocation: UnsafeMutableRawPointer?, count: Int) {
    bytes = BytesView(start: allocation, count: allocation == nil ? 0 : count)
    mapping = nil
    spilled = nil
    watch = nil
    parts = []
  }

  /// Bytes of the temporary folder.
  init(spilled: SpillBytes) {
    bytes = spilled.bytes
    self.spilled = spilled
    mapping = nil
    watch = nil
    parts = []
  }

  /// All addresses from the lowest to the highest byte of some storages, whichever lies first.
  ///
  /// Nothing is copied, so only what belongs to one of the parts may be read: what lies between them is not there, or is
  /// somebody else's.
  init(spanning parts: [ByteStorage]) {
    let filled = parts.map(\.bytes).filter { !$0.isEmpty }
    let starts = filled.map(\.address)
    let ends = zip(starts, filled).map { $0 + UInt($1.count) }
    let (start, end) = (starts.min() ?? 0, ends.max() ?? 0)
    bytes = BytesView(start: UnsafeRawPointer(bitPattern: start), count: Int(clamping: end - start))
    mapping = nil
    spilled = nil
    watch = nil
    self.parts = parts
  }

  /// Takes over a view's memory, which is of `malloc`.
  package convenience init(takingOver memory: BytesView) {
    self.init(allocation: UnsafeMutableRawPointer(mutating: memory.unsafeStart), count: memory.count)
  }

  /// Copies bytes.
  package convenience init(copying source: [UInt8]) {
    let memory = malloc(max(source.count, 1))
    if let memory { memcpy(memory, source, source.count) }
    self.init(allocation: memory, count: source.count)
  }

  deinit {
    endWatch()
    if !isMapped, parts.isEmpty { free(UnsafeMutableRawPointer(mutating: bytes.unsafeStart)) }
  }

  /// Tells who watches what became of the bytes by now, and that it need not ask any more.
  func endWatch() {
    watch?.forget(ObjectIdentifier(self), isUnchanged: isUnchanged)
    for part in parts { part.endWatch() }
  }

  /// Whether the bytes are a file's where it lies, or in the temporary folder.
  var isMapped: Bool { mapping != nil || spilled != nil }

  /// How many bytes there are.
  var size: Int { parts.isEmpty ? bytes.count : parts.reduce(0) { $0 + $1.size } }

  /// How many of them are held in memory, and are no file's, which the system lays in and out of it as it likes.
  var heldSize: Int {
    if isMapped { return 0 }
    return parts.isEmpty ? bytes.count : parts.reduce(0) { $0 + $1.heldSize }
  }

  /// Whether the bytes are still those that were opened.
  package var isUnchanged: Bool { mapping?.isUnchanged ?? parts.allSatisfy(\.isUnchanged) }

  /// Whether nothing was read behind the end of a file that has shrunk; takes next to no time.
  var isIntact: Bool { mapping?.isIntact ?? parts.allSatisfy(\.isIntact) }

  /// Runs something that reads the bytes.
  ///
  /// - Throws: that they changed meanwhile, whatever else seems to be wrong with them.
  func reading<R>(_ name: String, _ body: () throws(RecordError) -> R) throws(RecordError) -> R {
    let result = Result { () throws(RecordError) in try body() }
    guard isUnchanged else { throw RecordError(.changed, file: name) }
    return try result.get()
  }
}

import Platform

/// Bytes that stay where they are for as long as their owner lives: a mapped file or a buffer.
///
/// Unchecked: they are never written to once the storage is made.
package final class ByteStorage: @unchecked Sendable {
  /// All bytes; immutable after `init`, hence safe to read from every thread.
  package let bytes: BytesView
  private let mapping: MappedFile?
  private let spilled: SpillBytes?
  private let watch: InputWatch?
  /// The storages of several files that are one table, which has no bytes of its own.
  private let parts: [ByteStorage]
  let segments: TextSegments?

  private init(
    _ bytes: BytesView, mapping: MappedFile? = nil, spilled: SpillBytes? = nil, watch: InputWatch? = nil,
    parts: [ByteStorage] = [], segments: TextSegments? = nil
  ) {
    self.bytes = bytes
    self.mapping = mapping
    self.spilled = spilled
    self.watch = watch
    self.parts = parts
    self.segments = segments
  }

  convenience init(mapping: MappedFile, name: String, watch: InputWatch?) {
    self.init(mapping.bytes, mapping: mapping, watch: watch)
    watch?.add(self, name: name)
  }

  /// Takes over memory of `malloc`, which is freed when the storage goes.
  convenience init(allocation: UnsafeMutableRawPointer?, count: Int) {
    self.init(BytesView(start: allocation, count: allocation == nil ? 0 : count))
  }

  convenience init(spilled: SpillBytes) { self.init(spilled.bytes, spilled: spilled) }

  convenience init(parts: [ByteSource]) {
    self.init(BytesView(), parts: parts.map(\.storage), segments: TextSegments(parts.map(\.text)))
  }

  /// Takes over a view's memory, which is of `malloc`.
  package convenience init(takingOver memory: BytesView) {
    self.init(allocation: UnsafeMutableRawPointer(mutating: memory.unsafeStart), count: memory.count)
  }

  package convenience init(copying source: [UInt8]) {
    let memory = malloc(max(source.count, 1))
    if let memory { memcpy(memory, source, source.count) }
    self.init(allocation: memory, count: source.count)
  }

  deinit {
    endWatch()
    if !isMapped { free(UnsafeMutableRawPointer(mutating: bytes.unsafeStart)) }
  }

  /// Tells who watches what became of the bytes by now, and that it need not ask any more.
  func endWatch() {
    watch?.forget(ObjectIdentifier(self), isUnchanged: isUnchanged)
    for part in parts { part.endWatch() }
  }

  /// Whether the bytes are a file's where it lies, or in the temporary folder.
  var isMapped: Bool { mapping != nil || spilled != nil }

  var size: Int { parts.isEmpty ? bytes.count : parts.reduce(0) { $0 + $1.size } }

  /// How many of them are held in memory, and are no file's, which the system lays in and out of it as it likes.
  var heldSize: Int {
    if isMapped { return 0 }
    return parts.isEmpty ? bytes.count : parts.reduce(0) { $0 + $1.heldSize }
  }

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

/// The texts of several files that are one table, each with bounds of its own.
///
/// A place in such a table has the number of its part in the upper bits and an offset in that part's text in the lower
/// ones. So no search leads to a part, and no place out of one: what is not within the part's text is outside the bytes
/// of a view, even where another text lies there.
///
/// Unchecked: nothing is written once it is made.
final class TextSegments: @unchecked Sendable {
  let texts: UnsafeMutableBufferPointer<BytesView>

  private static let offsetBits = 40

  init(_ texts: [BytesView]) {
    self.texts = .allocate(capacity: texts.count)
    _ = self.texts.initialize(from: texts)
  }

  deinit { texts.deallocate() }

  /// Whether places tell all bytes apart: of as many parts as no folder has, none larger than any disk.
  var areTellable: Bool {
    texts.count < 1 << (63 - Self.offsetBits) && texts.allSatisfy { $0.count < 1 << Self.offsetBits }
  }

  static func start(of part: Int) -> Int { part << offsetBits }

  @inline(__always) static func bytes(at places: Range<Int>, in texts: UnsafeMutableBufferPointer<BytesView>)
    -> BytesView
  {
    let part = places.lowerBound >> offsetBits
    let start = part << offsetBits
    return texts[part][part: places.lowerBound - start..<places.upperBound - start]
  }
}

import CPlatform

/// A view of bytes that it does not own: of a mapped file, an array or a buffer.
///
/// What reads bytes takes a view and never a pointer. Pointers are for the few files that make memory or hand it to
/// C; they say `unsafe` where they do.
///
/// **Lifetime.** A view does not keep its bytes. One that `withBytes` lends is valid until the closure returns; one
/// that an owner shows (`MappedFile.bytes`, `ByteStorage.bytes`, and with them `Field.bytes`) is valid as long as that
/// owner lives. Bytes are not written to while a view of them may be read: therefore threads may share it, which
/// `@unchecked Sendable` says.
///
/// **Bounds.** Offsets count from 0. A debug build traps where an offset, a range or a load is not within the view. A
/// release build does not look: code that computes an offset from input compares it with `count` first, as the readers'
/// loops do. Nothing but this file turns an offset into an address.
@usableFromInline package struct BytesView: @unchecked Sendable {
  /// Where the bytes begin; `nil` only for a view of none.
  @usableFromInline let start: UnsafeRawPointer?
  @usableFromInline package let count: Int

  @inlinable @inline(__always) package init(start: UnsafeRawPointer?, count: Int) {
    assert(count >= 0 && (start != nil || count == 0), "a view of bytes that are not there")
    self.start = start
    self.count = count
  }

  /// A view of a text that the program itself contains; valid as long as the process lives.
  package init(_ text: StaticString) { self.init(start: text.utf8Start, count: text.utf8CodeUnitCount) }

  @inlinable @inline(__always) package init() { self.init(start: nil, count: 0) }

  @inlinable @inline(__always) package init(rebasing part: Slice<BytesView>) {
    self = part.base[part: part.startIndex..<part.endIndex]
  }

  /// A part of the bytes, with offsets of its own.
  @inlinable @inline(__always) package subscript(part part: Range<Int>) -> BytesView {
    assert(part.lowerBound >= 0 && part.upperBound <= count, "a part outside the bytes")
    return BytesView(start: start.map { $0 + part.lowerBound }, count: part.count)
  }

  @inlinable @inline(__always) package subscript(part part: some RangeExpression<Int>) -> BytesView {
    self[part: part.relative(to: self)]
  }
}

extension BytesView: RandomAccessCollection {
  @inlinable @inline(__always) package var startIndex: Int { 0 }

  @inlinable @inline(__always) package var endIndex: Int { count }

  @inlinable @inline(__always) package subscript(offset: Int) -> UInt8 { load(at: offset, as: UInt8.self) }

  @inlinable @inline(__always) package subscript(range: Range<Int>) -> Slice<BytesView> {
    assert(range.lowerBound >= 0 && range.upperBound <= count, "a range outside the bytes")
    return Slice(base: self, bounds: range)
  }

  @inlinable package func withContiguousStorageIfAvailable<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows
    -> R?
  { try unsafeBuffer.withMemoryRebound(to: UInt8.self, body) }
}

extension BytesView {
  /// The value whose bytes stand at an offset, aligned or not.
  @inlinable @inline(__always) package func load<T: BitwiseCopyable>(at offset: Int, as type: T.Type) -> T {
    assert(offset >= 0 && offset <= count - MemoryLayout<T>.size, "a value outside the bytes")
    return start.unsafelyUnwrapped.loadUnaligned(fromByteOffset: offset, as: type)
  }

  @inlinable package func firstIndex(of byte: UInt8, from offset: Int = 0) -> Int? {
    assert(offset >= 0 && offset <= count, "a search outside the bytes")
    guard let start, let found = memchr(start + offset, Int32(byte), count - offset) else { return nil }
    return UnsafeRawPointer(found) - start
  }

  /// Where other bytes, at least one, begin for the first time from an offset on.
  ///
  /// - Complexity: O(*n* *m*) for *m* bytes in *n*; mostly O(*n*).
  package func firstIndex(of part: BytesView, from offset: Int = 0) -> Int? {
    var start = offset
    while start < count, let found = firstIndex(of: part[0], from: start), found + part.count <= count {
      if self[part: found..<found + part.count].isSame(as: part) { return found }
      start = found + 1
    }
    return nil
  }

  @inlinable package func contains(_ byte: UInt8) -> Bool { firstIndex(of: byte) != nil }

  @inlinable package func isSame(as other: BytesView) -> Bool {
    guard count == other.count else { return false }
    guard let start, let others = other.start else { return true }
    return start == others || memcmp(start, others, count) == 0
  }

  /// How many bytes from the first on are the same as others, no more than `most`.
  ///
  /// - Complexity: O(*n*) for *n* equal bytes.
  package func commonPrefix(with other: BytesView, upTo most: Int) -> Int {
    lunadiff_common_prefix(unsafeStart, other.unsafeStart, Swift.min(count, other.count, most))
  }

  /// Whether the bytes come before others, compared as unsigned numbers, a prefix first.
  package func precedes(_ other: BytesView) -> Bool {
    let shared = Swift.min(count, other.count)
    for index in 0..<shared where self[index] != other[index] { return self[index] < other[index] }
    return count < other.count
  }
}

extension BytesView {
  /// Where the bytes begin, for C; under the rules that stand above.
  @inlinable @inline(__always) package var unsafeStart: UnsafePointer<UInt8>? {
    start?.assumingMemoryBound(to: UInt8.self)
  }

  /// The address of the first byte, which tells where in memory the bytes lie; 0 where there are none.
  package var address: UInt { UInt(bitPattern: start) }

  /// The bytes as the standard library knows them; under the rules that stand above.
  @inlinable @inline(__always) package var unsafeBuffer: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: count)
  }

  @inlinable @inline(__always) package init(_ memory: UnsafeRawBufferPointer) {
    self.init(start: memory.baseAddress, count: memory.count)
  }

  @inlinable @inline(__always) package init(_ memory: UnsafeBufferPointer<UInt8>) {
    self.init(start: memory.baseAddress, count: memory.count)
  }
}

// What lends views of its bytes, and what copies from one.

extension Array where Element: BitwiseCopyable {
  /// Calls `body` with the bytes of the elements, which are valid during the call.
  @inlinable @inline(__always) package func withBytes<R, Failure: Error>(_ body: (BytesView) throws(Failure) -> R)
    throws(Failure) -> R
  { try withUnsafeBufferPointer { elements throws(Failure) in try body(BytesView(UnsafeRawBufferPointer(elements))) } }
}

extension ArraySlice where Element: BitwiseCopyable {
  @inlinable @inline(__always) package func withBytes<R, Failure: Error>(_ body: (BytesView) throws(Failure) -> R)
    throws(Failure) -> R
  { try withUnsafeBufferPointer { elements throws(Failure) in try body(BytesView(UnsafeRawBufferPointer(elements))) } }
}

extension String {
  @inlinable package func withBytes<R>(_ body: (BytesView) throws -> R) rethrows -> R {
    var text = self
    return try text.withUTF8 { try body(BytesView($0)) }
  }
}

extension String.UTF8View {
  /// Whether a byte is among them; many are looked at at once, where a sequence's own goes one by one.
  @inlinable package func contains(_ byte: UInt8) -> Bool { String(self).withBytes { $0.contains(byte) } }
}

extension Array<UInt8> {
  @inlinable package init(_ bytes: BytesView) { self = Array(bytes.unsafeBuffer) }

  @inlinable package mutating func append(contentsOf bytes: BytesView) { append(contentsOf: bytes.unsafeBuffer) }

  @inlinable package static func += (array: inout [UInt8], bytes: BytesView) { array.append(contentsOf: bytes) }

  @inlinable package mutating func append(bytesOf number: some FixedWidthInteger & BitwiseCopyable) {
    Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
  }
}

extension Hasher {
  package mutating func combine(bytes: BytesView) { combine(bytes: bytes.unsafeBuffer) }
}

/// Calls `fill` with room for some bytes and `use` with those that it appended, which are valid during the call.
@inlinable package func withScratchBytes<R>(
  capacity: Int, _ fill: (inout OutputSpan<UInt8>) -> Void, then use: (BytesView) -> R
) -> R {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { room in
    var output = OutputSpan(buffer: room, initializedCount: 0)
    fill(&output)
    let count = output.finalize(for: room)
    return use(BytesView(UnsafeRawBufferPointer(room))[part: 0..<count])
  }
}

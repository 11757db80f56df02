/// The elements of an array where they lie: to read one copies, retains and releases nothing.
///
/// **Lifetime.** Valid until the closure returns that ``Swift/Array/withElements(_:)`` or ``withElement(_:_:)`` gives
/// it to; what is made with one, such as an ``IdentityInput``, is not kept longer.
///
/// **Bounds.** A debug build traps where an offset is not one of an element. A release build does not look: offsets are
/// counted here, or are those of pairs that were found among the same elements.
@usableFromInline struct ElementsView<Element> {
  @usableFromInline let elements: UnsafeBufferPointer<Element>

  @inlinable @inline(__always) init(_ elements: UnsafeBufferPointer<Element>) { self.elements = elements }

  @inlinable @inline(__always) var count: Int { elements.count }

  @inlinable subscript(offset: Int) -> Element { @inline(__always) _read { yield elements[offset] } }

  /// The elements from an offset on, counted anew.
  @inlinable func dropFirst(_ count: Int) -> ElementsView {
    ElementsView(UnsafeBufferPointer(rebasing: elements[count...]))
  }

  @inlinable func map<Result>(_ transform: (Element) -> Result) -> [Result] { elements.map(transform) }

  /// Calls `body` with the bytes that an element has in memory.
  @inlinable @inline(__always) func withBytes<Result>(of offset: Int, _ body: (RawSpan) -> Result) -> Result {
    assert(offset >= 0 && offset < count, "an element outside the array")
    let bytes = UnsafeRawBufferPointer(
      start: elements.baseAddress.map { $0 + offset }, count: MemoryLayout<Element>.size)
    return body(bytes.bytes)
  }

  @inlinable @inline(__always) var strings: ElementsView<String> {
    ElementsView<String>(UnsafeRawBufferPointer(elements).assumingMemoryBound(to: String.self))
  }
}

extension Array {
  /// Calls `body` with the elements where they lie.
  @inlinable @inline(__always) func withElements<Result, Failure: Error>(
    _ body: (ElementsView<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { elements throws(Failure) in try body(ElementsView(elements)) }
  }
}

/// Calls `body` with a value where it lies.
@inlinable @inline(__always) func withElement<Element, Result>(
  _ element: Element, _ body: (ElementsView<Element>) -> Result
) -> Result { withUnsafePointer(to: element) { body(ElementsView(UnsafeBufferPointer(start: $0, count: 1))) } }

/// Eight bytes as one number.
///
/// A debug build traps where they are not there; callers compare the offset with the count first.
@inlinable @inline(__always) func word(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
  assert(offset >= 0 && offset <= bytes.byteCount &- 8, "a word outside the bytes")
  return bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
}

@inlinable @inline(__always) func byte(_ bytes: RawSpan, _ offset: Int) -> UInt8 {
  assert(offset >= 0 && offset < bytes.byteCount, "a byte outside the bytes")
  return bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
}

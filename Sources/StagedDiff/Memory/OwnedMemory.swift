/// Memory for so many plain values, which its owner alone has: as an array that is never copied and whose elements need
/// not be written before they count.
///
/// **Lifetime.** It is freed with its owner, since it cannot be copied.
///
/// **Bounds.** A debug build traps where an index is not within. A release build does not look: the engine's innermost
/// loops read and write here, at indices that they have masked, counted or written themselves.
///
/// **Contents.** What was made without a value is not to be read before it is written.
@usableFromInline package struct OwnedMemory<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline let memory: UnsafeMutableBufferPointer<Element>

  /// Room for `count` values, none of which is written yet.
  @inlinable @inline(__always) package init(count: Int) { memory = .allocate(capacity: count) }

  /// `count` values, all the same.
  @inlinable @inline(__always) package init(repeating element: Element, count: Int) {
    self.init(count: count)
    memory.initialize(repeating: element)
  }

  @inlinable @inline(__always) deinit { memory.deallocate() }

  @inlinable @inline(__always) package var count: Int { memory.count }

  @inlinable @inline(__always) package subscript(index: Int) -> Element {
    get { memory[index] }
    nonmutating set { memory[index] = newValue }
  }

  /// Writes the same value everywhere.
  @inlinable package func fill(with element: Element) { memory.update(repeating: element) }
}

/// An array of so many equal elements.
///
/// `Array(repeating:count:)` looks the array's type up at run time, which takes longer than to fill
/// a small one. An array that is made of a collection knows its type.
@inlinable func filled<Element>(_ count: Int, with element: Element) -> [Element] {
  Array(repeatElement(element, count: count))
}

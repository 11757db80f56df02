/// Memory for so many plain values, which its owner alone has: as an array that is never copied and whose places need
/// not be written before they count.
///
/// **Lifetime.** It is freed with its owner, since it cannot be copied.
///
/// **Bounds.** A debug build traps where a place is not within. A release build does not look: the engine's innermost
/// loops read and write here, at places that they have masked, counted or written themselves.
///
/// **Contents.** What was made without a value is not to be read before it is written.
@usableFromInline
package struct OwnedMemory<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline let places: UnsafeMutableBufferPointer<Element>

  /// Room for `count` values, none of which is written yet.
  @inlinable @inline(__always)
  package init(count: Int) { places = .allocate(capacity: count) }

  /// `count` values, all the same.
  @inlinable @inline(__always)
  package init(repeating element: Element, count: Int) {
    self.init(count: count)
    places.initialize(repeating: element)
  }

  @inlinable @inline(__always)
  deinit { places.deallocate() }

  /// How many values there is room for.
  @inlinable @inline(__always)
  package var count: Int { places.count }

  /// The value at a place.
  @inlinable @inline(__always)
  package subscript(place: Int) -> Element {
    get { places[place] }
    nonmutating set { places[place] = newValue }
  }

  /// Writes the same value everywhere.
  @inlinable
  package func fill(with element: Element) { places.update(repeating: element) }
}

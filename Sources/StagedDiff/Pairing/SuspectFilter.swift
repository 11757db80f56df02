/// Finds out which hashes may occur more than once, in about one byte for each.
@usableFromInline
final class SuspectFilter {
  @usableFromInline let words: UnsafeMutablePointer<UInt64>
  @usableFromInline let wordCount: Int
  @usableFromInline let shift: UInt64
  /// The bit of each hash, in the order in which they were entered.
  @usableFromInline let bits: UnsafeMutablePointer<UInt32>
  /// The bits that were set already; one place more than ever counts, since it is written always.
  @usableFromInline let collisions: UnsafeMutablePointer<UInt32>
  @usableFromInline var count = 0
  @usableFromInline var collisionCount = 0

  /// A filter for at most `count` hashes.
  @inlinable
  init(count: Int) {
    let bitCount = max(6, Int.bitWidth - (max(1, 6 * count) - 1).leadingZeroBitCount)
    shift = UInt64(64 - bitCount)
    wordCount = 1 << (bitCount - 6)
    words = .allocate(capacity: wordCount)
    words.initialize(repeating: 0, count: wordCount)
    bits = .allocate(capacity: count)
    collisions = .allocate(capacity: count + 1)
  }

  deinit {
    words.deallocate()
    bits.deallocate()
    collisions.deallocate()
  }

  /// Sets a hash's bit, and remembers it if it was set.
  @inlinable @inline(__always)
  func enter(_ hash: UInt64) {
    let bit = UInt32(truncatingIfNeeded: hash &>> shift)
    let place = Int(bit &>> 6)
    let word = words[place]
    let mask: UInt64 = 1 &<< UInt64(bit & 63)
    words[place] = word | mask
    bits[count] = bit
    count &+= 1
    collisions[collisionCount] = bit
    collisionCount &+= word & mask == 0 ? 0 : 1
  }

  /// From now on only the bits are set that were set more than once.
  @inlinable
  func keepCollisions() {
    words.update(repeating: 0, count: wordCount)
    for place in 0..<collisionCount {
      let bit = collisions[place]
      words[Int(bit &>> 6)] |= 1 &<< UInt64(bit & 63)
    }
  }

  /// The places, counted from `first`, of entered hashes whose bits were set more than once.
  @inlinable
  func suspects(_ start: Int, _ length: Int, _ first: Int32) -> [Int32] {
    if collisionCount == 0 { return [] }
    return [Int32](unsafeUninitializedCapacity: length + 1) { buffer, filled in
      for place in 0..<length {
        let bit = bits[start &+ place]
        buffer[filled] = first &+ Int32(truncatingIfNeeded: place)
        filled &+= Int((words[Int(bit &>> 6)] &>> UInt64(bit & 63)) & 1)
      }
    }
  }
}

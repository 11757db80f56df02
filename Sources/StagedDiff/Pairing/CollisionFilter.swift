/// Finds out which hashes may occur more than once, in about one byte for each.
///
/// Unchecked: one thread fills it before any other thread reads it.
@usableFromInline final class CollisionFilter: @unchecked Sendable {
  @usableFromInline let words: OwnedMemory<UInt64>
  @usableFromInline let shift: UInt64
  /// How far a hash is turned before its first bits are taken: so that two filters of one run take different bits.
  @usableFromInline let turn: UInt64
  /// The bit of each hash, in the order in which they were entered: to hash again may cost more than to remember.
  @usableFromInline let bits: OwnedMemory<UInt32>
  @usableFromInline var count = 0
  /// The bits that were set already; there is room for one more, since it is always written.
  @usableFromInline let collisions: OwnedMemory<UInt32>
  @usableFromInline var collisionCount = 0

  /// A filter for at most `count` hashes.
  ///
  /// - Parameter round: which of the hashes' bits it looks at: 0 or 1.
  @inlinable init(count: Int, round: Int = 0) {
    let bitCount = max(6, Int.bitWidth - (max(1, 12 * count) - 1).leadingZeroBitCount)
    shift = UInt64(64 - bitCount)
    turn = UInt64(round * 32)
    words = OwnedMemory(repeating: 0, count: 1 << (bitCount - 6))
    bits = OwnedMemory(count: count)
    collisions = OwnedMemory(count: count + 1)
  }

  /// Sets a hash's bit, and remembers it if it was set.
  @inlinable @inline(__always) func enter(_ hash: UInt64) {
    let turned = hash &<< turn | hash &>> ((64 &- turn) & 63)
    let bit = UInt32(truncatingIfNeeded: turned &>> shift)
    let index = Int(bit &>> 6)
    let word = words[index]
    let mask: UInt64 = 1 &<< UInt64(bit & 63)
    words[index] = word | mask
    bits[count] = bit
    count &+= 1
    collisions[collisionCount] = bit
    collisionCount &+= word & mask == 0 ? 0 : 1
  }

  /// Adds what was entered into another filter for as many hashes.
  @inlinable func merge(_ other: CollisionFilter) {
    for index in 0..<words.count {
      var both = words[index] & other.words[index]
      words[index] |= other.words[index]
      while both != 0 {
        note(UInt32(truncatingIfNeeded: index &<< 6 | both.trailingZeroBitCount))
        both &= both &- 1
      }
    }
    for index in 0..<other.collisionCount { note(other.collisions[index]) }
  }

  @inlinable @inline(__always) func note(_ collision: UInt32) {
    collisions[collisionCount] = collision
    collisionCount &+= 1
  }

  /// From now on only the bits are set that were set more than once.
  @inlinable func keepCollisions() {
    words.fill(with: 0)
    for index in 0..<collisionCount {
      let bit = collisions[index]
      words[Int(bit &>> 6)] |= 1 &<< UInt64(bit & 63)
    }
  }

  /// The offsets, counted from `first`, of some entered hashes whose bits were set more than once in `all`, which what
  /// was entered here was merged into.
  @inlinable func suspects(_ start: Int, _ length: Int, _ first: Int32, in all: CollisionFilter) -> [Int32] {
    if all.collisionCount == 0 { return [] }
    return [Int32](unsafeUninitializedCapacity: length + 1) { buffer, filled in
      for index in 0..<length {
        let bit = bits[start &+ index]
        buffer[filled] = first &+ Int32(truncatingIfNeeded: index)
        filled &+= Int((all.words[Int(bit &>> 6)] &>> UInt64(bit & 63)) & 1)
      }
    }
  }
}

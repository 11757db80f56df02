/// Finds out which hashes may occur more than once, in about one byte for each.
///
/// Unchecked: one thread fills it, and it is only read when others look at it.
@usableFromInline
final class SuspectFilter: @unchecked Sendable {
  @usableFromInline let words: UnsafeMutablePointer<UInt64>
  @usableFromInline let wordCount: Int
  @usableFromInline let shift: UInt64
  /// How far a hash is turned before its first bits are taken: another filter looks at others.
  @usableFromInline let turn: UInt64
  /// The bits that were set already; one place more than ever counts, since it is written always.
  @usableFromInline let collisions: UnsafeMutablePointer<UInt32>
  @usableFromInline var collisionCount = 0

  /// A filter for at most `count` hashes.
  ///
  /// - Parameter round: which of the hashes' bits it looks at: 0 or 1.
  @inlinable
  init(count: Int, round: Int = 0) {
    let bitCount = max(6, Int.bitWidth - (max(1, 6 * count) - 1).leadingZeroBitCount)
    shift = UInt64(64 - bitCount)
    turn = UInt64(round * 32)
    wordCount = 1 << (bitCount - 6)
    words = .allocate(capacity: wordCount)
    words.initialize(repeating: 0, count: wordCount)
    collisions = .allocate(capacity: count + 1)
  }

  deinit {
    words.deallocate()
    collisions.deallocate()
  }

  @inlinable @inline(__always)
  func bit(of hash: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (hash &<< turn | hash &>> ((64 &- turn) & 63)) &>> shift)
  }

  /// Sets a hash's bit, and remembers it if it was set.
  @inlinable @inline(__always)
  func enter(_ hash: UInt64) {
    let bit = bit(of: hash)
    let place = Int(bit &>> 6)
    let word = words[place]
    let mask: UInt64 = 1 &<< UInt64(bit & 63)
    words[place] = word | mask
    collisions[collisionCount] = bit
    collisionCount &+= word & mask == 0 ? 0 : 1
  }

  /// Adds what was entered into another filter for as many hashes.
  @inlinable
  func merge(_ other: SuspectFilter) {
    for place in 0..<wordCount {
      var both = words[place] & other.words[place]
      words[place] |= other.words[place]
      while both != 0 {
        note(UInt32(truncatingIfNeeded: place &<< 6 | both.trailingZeroBitCount))
        both &= both &- 1
      }
    }
    for place in 0..<other.collisionCount { note(other.collisions[place]) }
  }

  @inlinable @inline(__always)
  func note(_ collision: UInt32) {
    collisions[collisionCount] = collision
    collisionCount &+= 1
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

  /// Whether a hash's bit is set: after ``keepCollisions()``, whether it may occur more than once.
  @inlinable @inline(__always)
  func holds(_ hash: UInt64) -> Bool {
    let bit = bit(of: hash)
    return (words[Int(bit &>> 6)] &>> UInt64(bit & 63)) & 1 != 0
  }
}

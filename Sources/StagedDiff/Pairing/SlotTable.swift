/// An open-addressing table of offsets in 32-bit slots, at most half full.
///
/// A slot is empty (0), or an offset plus one in its low bits and as much of the hash as fits in
/// the rest, so that nearly every comparison that would fail is spared.
@usableFromInline
package struct SlotTable: ~Copyable {
  @usableFromInline let slots: OwnedMemory<UInt32>
  @usableFromInline let slotMask: UInt32
  @usableFromInline let hashShift: UInt64
  @usableFromInline let offsetMask: UInt32

  /// A table for at most `capacity` entries whose offsets are below `limit`.
  @inlinable
  package init(capacity: Int, limit: Int) {
    let slotBits = max(4, Int.bitWidth - max(1, 2 * capacity - 1).leadingZeroBitCount)
    let offsetBits = Int.bitWidth - max(1, limit).leadingZeroBitCount
    slots = OwnedMemory(repeating: 0, count: 1 << slotBits)
    slotMask = UInt32(truncatingIfNeeded: (1 << slotBits) - 1)
    hashShift = UInt64(64 - slotBits)
    offsetMask = UInt32(truncatingIfNeeded: (1 << offsetBits) - 1)
  }

  /// Where the search for a hash begins.
  @inlinable @inline(__always)
  package func firstSlot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> hashShift) }

  /// How far a slot is from where the search for a hash begins.
  @inlinable @inline(__always)
  package func distance(_ slot: Int, _ hash: UInt64) -> Int {
    (slot &- firstSlot(hash)) & Int(slotMask)
  }

  @inlinable @inline(__always)
  package func nextSlot(_ slot: Int) -> Int { (slot &+ 1) & Int(slotMask) }

  /// The offset in an occupied slot.
  @inlinable @inline(__always)
  package func offset(_ entry: UInt32) -> Int { Int(entry & offsetMask) &- 1 }

  /// Whether an occupied slot's part of the hash is that of `hash`.
  @inlinable @inline(__always)
  package func mayMatch(_ entry: UInt32, _ hash: UInt64) -> Bool {
    (entry ^ UInt32(truncatingIfNeeded: hash)) & ~offsetMask == 0
  }

  @inlinable @inline(__always)
  package func entry(_ offset: Int, _ hash: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: hash) & ~offsetMask
      | UInt32(truncatingIfNeeded: offset &+ 1)
  }

  /// The slot of an entry that `isMatch` accepts, or the empty one where it would go.
  @inlinable @inline(__always)
  package func find<Failure: Error>(
    _ hash: UInt64, isMatch: (Int) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var slot = firstSlot(hash)
    while true {
      let entry = slots[slot]
      if entry == 0 { return slot }
      if mayMatch(entry, hash), try isMatch(offset(entry)) { return slot }
      slot = nextSlot(slot)
    }
  }
}

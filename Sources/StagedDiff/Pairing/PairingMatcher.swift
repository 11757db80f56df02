/// Pairs two collections through one table of the source's identities.
///
/// **The idea.** The source is entered from its end, so that a slot always holds the first
/// occurrence of an identity, and `next` chains the later ones in order. While the target is
/// walked, an element is first compared with the successor of the last partner, which spares the
/// table nearly always.
///
/// **The invariants.** A head, the first source element of its identity, is the only one of its
/// chain that is in the table, and the only one that is not marked ``chained`` while unpaired: so
/// neither a successor nor a look-up can take a later occurrence out of turn. A paired head's
/// `next` is the first of its chain that is unpaired. Elements are put off only while `next` is
/// empty. No search is longer than ``probeLimit``, or the matcher is ``isCrowded`` and what it has
/// done is thrown away.
///
/// **What must be changed together.** ``match(_:after:)`` and ``matchDeferred(_:_:)``, which undoes
/// what the walk did too early; ``link(_:before:)`` and ``matchLater(_:_:)``, the two ends of a
/// chain; what ``note(head:_:)`` remembers and how `targetDuplicates()` reads it; the marks here
/// and in `Pairing.init(throughTable:…)`, which clears them.
///
/// **The source.** P. Heckel, "A technique for isolating differences between files", CACM 21(4),
/// 1978 ([doi:10.1145/359460.359467](https://doi.org/10.1145/359460.359467)); linear probing after
/// D. Knuth, The Art of Computer Programming, volume 3, section 6.4.
@usableFromInline
package struct PairingMatcher<Input: PairingInput>: ~Copyable {
  /// A target element whose identity an earlier target element may have.
  @usableFromInline
  struct Repetition {
    /// The source's first element of this identity, or −1: the source lacks it.
    @usableFromInline let head: Int32
    @usableFromInline let target: Int32

    @inlinable
    init(head: Int32, target: Int32) {
      self.head = head
      self.target = target
    }
  }

  /// Marks a source element that must not be paired unless its chain leads there.
  @usableFromInline static var chained: Int32 { -2 }

  @usableFromInline let input: Input
  /// −1: unpaired; `chained`: unpaired and not the first of its identity.
  @usableFromInline let sourceToTarget: Partners
  @usableFromInline let targetToSource: Partners
  @usableFromInline let table: SlotTable
  @usableFromInline let countsDuplicates: Bool
  /// How far from its first slot a search may end; at half load chance alone never comes near it.
  @usableFromInline let probeLimit: Int
  /// Whether a search went beyond the limit: the hashes are not what they should be.
  @usableFromInline var isCrowded = false
  /// For each source element the next of its identity, or −1.
  ///
  /// A paired head's entry moves on to the next that is unpaired. Empty until the first
  /// duplicate is seen.
  @usableFromInline var next: [Int32] = []
  @usableFromInline var repetitions: [Repetition] = []
  @usableFromInline var pairedCount = 0
  @usableFromInline var isOrdered = true
  @usableFromInline var expected = 0

  /// The number of elements that are hashed before the first of them is searched.
  @usableFromInline static var blockSize: Int { 32 }
  @usableFromInline let hashes = OwnedMemory<UInt64>(count: blockSize)
  /// Depends on every slot that was touched, so that touching is not optimized away.
  @usableFromInline var touched: UInt32 = 0

  @inlinable
  init(
    input: Input, sourceToTarget: Partners, targetToSource: Partners, sourceRanges: [Range<Int>],
    countsDuplicates: Bool, probeLimit: Int
  ) {
    let capacity = sourceRanges.reduce(0) { $0 + $1.count }
    table = SlotTable(capacity: capacity, limit: sourceToTarget.count)
    self.input = input
    self.sourceToTarget = sourceToTarget
    self.targetToSource = targetToSource
    self.countsDuplicates = countsDuplicates
    self.probeLimit = probeLimit
  }

  /// Marks everything outside the ranges, so that it is never paired.
  @inlinable
  static func exclude(allBut ranges: [Range<Int>], _ sourceToTarget: Partners) {
    sourceToTarget.fill(with: chained)
    for range in ranges {
      for offset in range { sourceToTarget[offset] = -1 }
    }
  }

  /// Enters the source's elements, the last one first.
  ///
  /// A block's slots are touched before they are searched: without a branch in between, the
  /// processor waits for all of them at once rather than for one after the other.
  @inlinable
  mutating func enter(_ ranges: [Range<Int>]) throws(Input.Failure) {
    for range in ranges.reversed() {
      var end = range.upperBound
      while end > range.lowerBound {
        let start = max(range.lowerBound, end &- Self.blockSize)
        for offset in start..<end { announce(input.sourceHash(offset), at: offset &- start) }
        var offset = end
        while offset > start {
          offset &-= 1
          try enter(offset, hashes[offset &- start])
        }
        if isCrowded { return }
        end = start
      }
    }
  }

  /// Remembers a hash of the current block, and touches the slot where its search begins.
  @inlinable @inline(__always)
  mutating func announce(_ hash: UInt64, at place: Int) {
    hashes[place] = hash
    touched &+= table.slots[table.firstSlot(hash)]
  }

  @inlinable @inline(__always)
  mutating func enter(_ offset: Int, _ hash: UInt64) throws(Input.Failure) {
    let slot = try table.find(hash) { other throws(Input.Failure) in
      try input.isIdentical(source: offset, source: other)
    }
    if table.distance(slot, hash) > probeLimit { isCrowded = true }
    let entry = table.slots[slot]
    if entry != 0 { link(offset, before: table.offset(entry)) }
    table.slots[slot] = table.entry(offset, hash)
  }

  @inlinable @inline(never)
  mutating func link(_ offset: Int, before head: Int) {
    if next.isEmpty { next = Array(repeating: -1, count: sourceToTarget.count) }
    next[offset] = Int32(truncatingIfNeeded: head)
    sourceToTarget[head] = Self.chained
  }
}

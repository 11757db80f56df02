/// Pairs two collections through one table of the source's identities.
///
/// **The idea.** The source is entered from its end, so that a slot always holds the first occurrence of an identity,
/// and `next` chains the later ones in order. While the target is walked, an element is first compared with the
/// successor of the last partner, which spares the table nearly always.
///
/// **The invariants.** A head, the first source element of its identity, is the only one of its chain that is in the
/// table, and the only one that is not marked ``chained`` while unpaired: so neither a successor nor a look-up can take
/// a later occurrence out of turn. A paired head's `next` is the first of its chain that is unpaired. Elements are put
/// off only while `next` is empty. No search is longer than ``probeLimit``, or the matcher is ``isCrowded`` and what it
/// has done is thrown away.
///
/// **What must be changed together.** ``match(_:after:)`` and ``matchDeferred(_:_:)``, which undoes what the walk did
/// too early; ``link(_:before:)`` and ``matchLater(_:_:)``, the two ends of a chain; what ``note(head:_:)`` remembers
/// and how `targetDuplicates()` reads it; the marks here and in `Pairing.init(throughTable:…)`, which clears them.
///
/// **The source.** P. Heckel, "A technique for isolating differences between files", CACM 21(4),
/// 1978 ([doi:10.1145/359460.359467](https://doi.org/10.1145/359460.359467)); linear probing after
/// D. Knuth, The Art of Computer Programming, volume 3, section 6.4.
@usableFromInline package struct PairingMatcher<Input: PairingInput>: ~Copyable {
  /// A target element whose identity an earlier target element may have.
  @usableFromInline struct Repetition {
    /// The source's first element of this identity, or −1: the source lacks it.
    @usableFromInline let head: Int32
    @usableFromInline let target: Int32

    @inlinable init(head: Int32, target: Int32) {
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
  /// A paired head's entry moves on to the next that is unpaired. Empty until the first duplicate is seen.
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

  @inlinable init(
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
  @inlinable static func exclude(allBut ranges: [Range<Int>], _ sourceToTarget: Partners) {
    sourceToTarget.fill(with: chained)
    for range in ranges { for offset in range { sourceToTarget[offset] = -1 } }
  }

  /// Enters the source's elements, the last one first.
  ///
  /// A block's slots are touched before they are searched: without a branch in between, the
  /// processor waits for all of them at once rather than for one after the other.
  @inlinable mutating func enter(_ ranges: [Range<Int>]) throws(Input.Failure) {
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
  @inlinable @inline(__always) mutating func announce(_ hash: UInt64, at place: Int) {
    hashes[place] = hash
    touched &+= table.slots[table.firstSlot(hash)]
  }

  @inlinable @inline(__always) mutating func enter(_ offset: Int, _ hash: UInt64) throws(Input.Failure) {
    let slot = try table.find(hash) { other throws(Input.Failure) in
      try input.isIdentical(source: offset, source: other)
    }
    if table.distance(slot, hash) > probeLimit { isCrowded = true }
    let entry = table.slots[slot]
    if entry != 0 { link(offset, before: table.offset(entry)) }
    table.slots[slot] = table.entry(offset, hash)
  }

  @inlinable @inline(never) mutating func link(_ offset: Int, before head: Int) {
    if next.isEmpty { next = Array(repeating: -1, count: sourceToTarget.count) }
    next[offset] = Int32(truncatingIfNeeded: head)
    sourceToTarget[head] = Self.chained
  }
}

extension PairingMatcher {
  /// The source's duplicates; to be asked after it was entered and before anything is paired.
  @inlinable func sourceDuplicates(_ ranges: [Range<Int>]) -> Duplicates.Side {
    var result = Duplicates.Side()
    guard !next.isEmpty else { return result }
    for range in ranges {
      for offset in range where next[offset] >= 0 {
        result.repetitions += 1
        guard sourceToTarget[offset] == -1 else { continue }
        result.add(first: offset, second: Int(next[offset]))
      }
    }
    return result
  }

  /// The target's duplicates; to be asked after it was walked.
  ///
  /// An element is a repetition if the first source element of its identity was taken already, or
  /// if the source lacks the identity and an earlier target element has it.
  @inlinable func targetDuplicates() throws(Input.Failure) -> Duplicates.Side {
    var result = Duplicates.Side()
    guard !repetitions.isEmpty else { return result }
    let newcomers = SlotTable(capacity: repetitions.count, limit: targetToSource.count)
    var seenHeads: Set<Int32> = []
    var seenNewcomers: Set<Int32> = []
    for repetition in repetitions.sorted(by: { $0.target < $1.target }) {
      let target = Int(repetition.target)
      var first = repetition.head
      if first < 0 {
        let hash = input.targetHash(target)
        let slot = try newcomers.find(hash) { other throws(Input.Failure) in
          try input.isIdentical(target: other, target: target)
        }
        let entry = newcomers.slots[slot]
        if entry == 0 { newcomers.slots[slot] = newcomers.entry(target, hash) }
        guard entry != 0 else { continue }
        first = Int32(truncatingIfNeeded: newcomers.offset(entry))
        result.repetitions += 1
        guard seenNewcomers.insert(first).inserted else { continue }
      } else {
        result.repetitions += 1
        guard seenHeads.insert(first).inserted else { continue }
        first = sourceToTarget[Int(first)]
      }
      result.add(first: Int(first), second: target)
    }
    return result
  }
}

extension Duplicates.Side {
  /// Counts one more identity.
  @usableFromInline mutating func add(first: Int, second: Int) {
    identities += 1
    guard examples.count < Self.exampleLimit else { return }
    examples.append(Duplicates.Example(first: first, second: second))
  }
}

extension PairingMatcher {
  /// Walks the target and pairs its elements.
  ///
  /// An element that does not follow its predecessor is mostly a newcomer, and looking it up would wait for memory. So
  /// the first ones in a row are put off and looked up together. Only while the source has no duplicates: then all that
  /// can go wrong is that a later element has taken the partner meanwhile, which ``matchDeferred(_:_:)`` puts right.
  /// Where nothing follows its predecessor any more, all that a block of elements will need is touched beforehand.
  @inlinable mutating func match(_ ranges: [Range<Int>], after sources: [Range<Int>]) throws(Input.Failure) {
    expected = sources.first?.lowerBound ?? 0
    let patience = next.isEmpty ? 3 : 0
    var deferred: [Int32] = []
    var failures = 0
    for range in ranges {
      var target = range.lowerBound
      while target < range.upperBound, !isCrowded {
        if failures > patience &+ Self.blockSize {
          let end = min(range.upperBound, target &+ Self.blockSize)
          if try matchBlock(target..<end) { failures = 0 }
          target = end
          continue
        }
        if try matchNear(target) {
          failures = 0
        } else {
          failures &+= 1
          if failures <= patience {
            deferred.append(Int32(truncatingIfNeeded: target))
          } else {
            try matchFound(target, input.targetHash(target))
          }
        }
        target &+= 1
      }
    }
    try match(deferred)
  }

  /// Pairs a block of elements that are scattered over the source.
  ///
  /// - Returns: whether they are not.
  @inlinable mutating func matchBlock(_ targets: Range<Int>) throws(Input.Failure) -> Bool {
    for target in targets { announce(input.targetHash(target), at: target &- targets.lowerBound) }
    for place in 0..<targets.count {
      let entry = table.slots[table.firstSlot(hashes[place])]
      let source = entry == 0 ? expected : table.offset(entry)
      guard source < sourceToTarget.count else { continue }
      touched &+= UInt32(truncatingIfNeeded: sourceToTarget[source]) &+ input.touch(source: source)
    }
    var followers = 0
    for target in targets {
      if try matchNear(target) { followers &+= 1 } else { try matchFound(target, hashes[target &- targets.lowerBound]) }
    }
    return followers &* 2 > targets.count
  }

  /// Pairs the elements that were put off.
  @inlinable mutating func match(_ deferred: [Int32]) throws(Input.Failure) {
    var start = 0
    while start < deferred.count, !isCrowded {
      let end = min(deferred.count, start &+ Self.blockSize)
      for place in start..<end { announce(input.targetHash(Int(deferred[place])), at: place &- start) }
      for place in start..<end { try matchDeferred(Int(deferred[place]), hashes[place &- start]) }
      start = end
    }
  }

  /// Tries the successor of the last partner, and the one after it in case that is deleted.
  @inlinable @inline(__always) mutating func matchNear(_ target: Int) throws(Input.Failure) -> Bool {
    if try matchExpected(target, skipping: 0) { return true }
    return try matchExpected(target, skipping: 1)
  }

  /// Tries a successor of the last partner.
  @inlinable @inline(__always) mutating func matchExpected(_ target: Int, skipping: Int) throws(Input.Failure) -> Bool {
    let source = expected &+ skipping
    guard source < sourceToTarget.count, sourceToTarget[source] == -1,
      try input.isIdentical(source: source, target: target)
    else { return false }
    pair(source, target)
    return true
  }

  /// The first source element of a target element's identity, or −1: the source lacks it.
  @inlinable @inline(__always) mutating func head(of target: Int, _ hash: UInt64) throws(Input.Failure) -> Int {
    let slot = try table.find(hash) { other throws(Input.Failure) in
      try input.isIdentical(source: other, target: target)
    }
    if table.distance(slot, hash) > probeLimit { isCrowded = true }
    let entry = table.slots[slot]
    return entry == 0 ? -1 : table.offset(entry)
  }

  /// Looks the element up in the table.
  @inlinable @inline(__always) mutating func matchFound(_ target: Int, _ hash: UInt64) throws(Input.Failure) {
    let head = try head(of: target, hash)
    if head < 0 { return note(head: -1, target) }
    if sourceToTarget[head] >= 0 { return matchLater(head, target) }
    if head < expected { isOrdered = false }
    pair(head, target)
  }

  /// Looks up an element that was put off; no identity occurs twice in the source.
  @inlinable @inline(__always) mutating func matchDeferred(_ target: Int, _ hash: UInt64) throws(Input.Failure) {
    let head = try head(of: target, hash)
    if head < 0 { return note(head: -1, target) }
    let other = Int(sourceToTarget[head])
    if other >= 0, other < target { return note(head: Int32(truncatingIfNeeded: head), target) }
    if other > target {
      targetToSource[other] = -1
      pairedCount &-= 1
      note(head: Int32(truncatingIfNeeded: head), other)
    }
    isOrdered = false
    pair(head, target)
  }

  /// Pairs with a later occurrence, the first one being taken.
  @inlinable @inline(never) mutating func matchLater(_ head: Int, _ target: Int) {
    note(head: Int32(truncatingIfNeeded: head), target)
    guard !next.isEmpty, next[head] >= 0 else { return }
    let source = Int(next[head])
    next[head] = next[source]
    if source < expected { isOrdered = false }
    pair(source, target)
  }

  @inlinable @inline(__always) mutating func pair(_ source: Int, _ target: Int) {
    sourceToTarget[source] = Int32(truncatingIfNeeded: target)
    targetToSource[target] = Int32(truncatingIfNeeded: source)
    pairedCount &+= 1
    expected = source &+ 1
  }

  @inlinable @inline(__always) mutating func note(head: Int32, _ target: Int) {
    guard countsDuplicates else { return }
    repetitions.append(Repetition(head: head, target: Int32(truncatingIfNeeded: target)))
  }

  /// Turns every mark of an unpaired source element into −1.
  @inlinable func clearMarks() {
    for offset in 0..<sourceToTarget.count where sourceToTarget[offset] == Self.chained { sourceToTarget[offset] = -1 }
  }
}

/// An open-addressing table of offsets in 32-bit slots, at most half full.
///
/// A slot is empty (0), or an offset plus one in its low bits and as much of the hash as fits in
/// the rest, so that nearly every comparison that would fail is spared.
@usableFromInline package struct SlotTable: ~Copyable {
  @usableFromInline let slots: OwnedMemory<UInt32>
  @usableFromInline let slotMask: UInt32
  @usableFromInline let hashShift: UInt64
  @usableFromInline let offsetMask: UInt32

  /// A table for at most `capacity` entries whose offsets are below `limit`.
  @inlinable package init(capacity: Int, limit: Int) {
    let slotBits = max(4, Int.bitWidth - max(1, 2 * capacity - 1).leadingZeroBitCount)
    let offsetBits = Int.bitWidth - max(1, limit).leadingZeroBitCount
    slots = OwnedMemory(repeating: 0, count: 1 << slotBits)
    slotMask = UInt32(truncatingIfNeeded: (1 << slotBits) - 1)
    hashShift = UInt64(64 - slotBits)
    offsetMask = UInt32(truncatingIfNeeded: (1 << offsetBits) - 1)
  }

  /// Where the search for a hash begins.
  @inlinable @inline(__always) package func firstSlot(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash &>> hashShift)
  }

  /// How far a slot is from where the search for a hash begins.
  @inlinable @inline(__always) package func distance(_ slot: Int, _ hash: UInt64) -> Int {
    (slot &- firstSlot(hash)) & Int(slotMask)
  }

  @inlinable @inline(__always) package func nextSlot(_ slot: Int) -> Int { (slot &+ 1) & Int(slotMask) }

  /// The offset in an occupied slot.
  @inlinable @inline(__always) package func offset(_ entry: UInt32) -> Int { Int(entry & offsetMask) &- 1 }

  /// Whether an occupied slot's part of the hash is that of `hash`.
  @inlinable @inline(__always) package func mayMatch(_ entry: UInt32, _ hash: UInt64) -> Bool {
    (entry ^ UInt32(truncatingIfNeeded: hash)) & ~offsetMask == 0
  }

  @inlinable @inline(__always) package func entry(_ offset: Int, _ hash: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: hash) & ~offsetMask | UInt32(truncatingIfNeeded: offset &+ 1)
  }

  /// The slot of an entry that `isMatch` accepts, or the empty one where it would go.
  @inlinable @inline(__always) package func find<Failure: Error>(_ hash: UInt64, isMatch: (Int) throws(Failure) -> Bool)
    throws(Failure) -> Int
  {
    var slot = firstSlot(hash)
    while true {
      let entry = slots[slot]
      if entry == 0 { return slot }
      if mayMatch(entry, hash), try isMatch(offset(entry)) { return slot }
      slot = nextSlot(slot)
    }
  }
}

/// Pairs two collections through one table of the source's identities.
///
/// The source is entered from its end, so that a slot always holds the first occurrence of an
/// identity, and `next` chains the later ones in order. While the target is walked, an element is
/// first compared with the successor of the last partner, which spares the table nearly always.
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
  @usableFromInline let sourceToTarget: UnsafeMutableBufferPointer<Int32>
  @usableFromInline let targetToSource: UnsafeMutableBufferPointer<Int32>
  @usableFromInline let table: SlotTable
  @usableFromInline let countsDuplicates: Bool
  /// For each source element the next of its identity, or −1.
  ///
  /// A paired head's entry moves on to the next that is unpaired. Empty until the first
  /// duplicate is seen.
  @usableFromInline var next: [Int32] = []
  @usableFromInline var repetitions: [Repetition] = []
  @usableFromInline var pairedCount = 0
  @usableFromInline var isOrdered = true
  @usableFromInline var expected = 0

  /// How many elements are hashed before the first of them is searched.
  @usableFromInline static var blockSize: Int { 32 }
  @usableFromInline let hashes = UnsafeMutablePointer<UInt64>.allocate(capacity: blockSize)
  /// Depends on every slot that was touched, so that touching is not optimized away.
  @usableFromInline var touched: UInt32 = 0

  @inlinable
  init(
    input: Input, sourceToTarget: UnsafeMutableBufferPointer<Int32>,
    targetToSource: UnsafeMutableBufferPointer<Int32>, sourceRanges: [Range<Int>],
    countsDuplicates: Bool
  ) {
    let capacity = sourceRanges.reduce(0) { $0 + $1.count }
    table = SlotTable(capacity: capacity, limit: sourceToTarget.count)
    self.input = input
    self.sourceToTarget = sourceToTarget
    self.targetToSource = targetToSource
    self.countsDuplicates = countsDuplicates
  }

  deinit { hashes.deallocate() }

  /// Marks everything outside the ranges, so that it is never paired.
  @inlinable
  static func exclude(
    allBut ranges: [Range<Int>], _ sourceToTarget: UnsafeMutableBufferPointer<Int32>
  ) {
    sourceToTarget.update(repeating: chained)
    for range in ranges {
      for offset in range { sourceToTarget[offset] = -1 }
    }
  }

  /// Pairs the common prefix, and says how long it is.
  ///
  /// Its occurrences of an identity are the first ones on both sides, so that they pair with each
  /// other whatever follows. Nothing of it has to be hashed.
  @inlinable
  static func matchPrefix(
    _ input: Input, _ sourceToTarget: UnsafeMutableBufferPointer<Int32>,
    _ targetToSource: UnsafeMutableBufferPointer<Int32>
  ) throws(Input.Failure) -> Int {
    let limit = min(sourceToTarget.count, targetToSource.count)
    var length = 0
    while length < limit, try input.isIdentical(source: length, target: length) {
      sourceToTarget[length] = Int32(truncatingIfNeeded: length)
      targetToSource[length] = Int32(truncatingIfNeeded: length)
      length &+= 1
    }
    return length
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

  /// Walks the target and pairs its elements.
  ///
  /// An element that does not follow its predecessor is mostly a newcomer, and looking it up
  /// would wait for memory. So the first ones in a row are put off and looked up together. Only
  /// while the source has no duplicates: then all that can go wrong is that a later element has
  /// taken the partner meanwhile, which ``matchDeferred(_:_:)`` puts right.
  @inlinable
  mutating func match(_ ranges: [Range<Int>], after sources: [Range<Int>]) throws(Input.Failure) {
    expected = sources.first?.lowerBound ?? 0
    let patience = next.isEmpty ? 3 : 0
    var deferred: [Int32] = []
    var failures = 0
    for range in ranges {
      for target in range {
        if try matchNear(target) {
          failures = 0
        } else if failures < patience {
          failures &+= 1
          deferred.append(Int32(truncatingIfNeeded: target))
        } else {
          try matchFound(target)
        }
      }
    }
    var start = 0
    while start < deferred.count {
      let end = min(deferred.count, start &+ Self.blockSize)
      for place in start..<end {
        announce(input.targetHash(Int(deferred[place])), at: place &- start)
      }
      for place in start..<end {
        try matchDeferred(Int(deferred[place]), hashes[place &- start])
      }
      start = end
    }
  }

  /// Tries the successor of the last partner, and the one after it in case that is deleted.
  @inlinable @inline(__always)
  mutating func matchNear(_ target: Int) throws(Input.Failure) -> Bool {
    if try matchExpected(target, skipping: 0) { return true }
    return try matchExpected(target, skipping: 1)
  }

  /// Tries a successor of the last partner.
  @inlinable @inline(__always)
  mutating func matchExpected(_ target: Int, skipping: Int) throws(Input.Failure) -> Bool {
    let source = expected &+ skipping
    guard source < sourceToTarget.count, sourceToTarget[source] == -1,
      try input.isIdentical(source: source, target: target)
    else { return false }
    pair(source, target)
    return true
  }

  /// The first source element of a target element's identity, or −1: the source lacks it.
  @inlinable @inline(__always)
  func head(of target: Int, _ hash: UInt64) throws(Input.Failure) -> Int {
    let slot = try table.find(hash) { other throws(Input.Failure) in
      try input.isIdentical(source: other, target: target)
    }
    let entry = table.slots[slot]
    return entry == 0 ? -1 : table.offset(entry)
  }

  /// Looks the element up in the table.
  @inlinable @inline(__always)
  mutating func matchFound(_ target: Int) throws(Input.Failure) {
    let head = try head(of: target, input.targetHash(target))
    if head < 0 { return note(head: -1, target) }
    if sourceToTarget[head] >= 0 { return matchLater(head, target) }
    if head < expected { isOrdered = false }
    pair(head, target)
  }

  /// Looks up an element that was put off; no identity occurs twice in the source.
  @inlinable @inline(__always)
  mutating func matchDeferred(_ target: Int, _ hash: UInt64) throws(Input.Failure) {
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
  @inlinable @inline(never)
  mutating func matchLater(_ head: Int, _ target: Int) {
    note(head: Int32(truncatingIfNeeded: head), target)
    guard !next.isEmpty, next[head] >= 0 else { return }
    let source = Int(next[head])
    next[head] = next[source]
    if source < expected { isOrdered = false }
    pair(source, target)
  }

  @inlinable @inline(__always)
  mutating func pair(_ source: Int, _ target: Int) {
    sourceToTarget[source] = Int32(truncatingIfNeeded: target)
    targetToSource[target] = Int32(truncatingIfNeeded: source)
    pairedCount &+= 1
    expected = source &+ 1
  }

  @inlinable @inline(__always)
  mutating func note(head: Int32, _ target: Int) {
    guard countsDuplicates else { return }
    repetitions.append(Repetition(head: head, target: Int32(truncatingIfNeeded: target)))
  }

  /// Turns every mark of an unpaired source element into −1.
  @inlinable
  func clearMarks() {
    for offset in sourceToTarget.indices where sourceToTarget[offset] == Self.chained {
      sourceToTarget[offset] = -1
    }
  }
}

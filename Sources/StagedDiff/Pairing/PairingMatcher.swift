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
  /// For each source element the next of its identity, or −1. A paired head's entry moves on to
  /// the next that is unpaired. Empty until the first duplicate is seen.
  @usableFromInline var next: [Int32] = []
  @usableFromInline var repetitions: [Repetition] = []
  @usableFromInline var pairedCount = 0
  @usableFromInline var isOrdered = true
  @usableFromInline var expected = 0

  @inlinable
  init(
    input: Input, sourceToTarget: UnsafeMutableBufferPointer<Int32>,
    targetToSource: UnsafeMutableBufferPointer<Int32>, capacity: Int, countsDuplicates: Bool
  ) {
    self.input = input
    self.sourceToTarget = sourceToTarget
    self.targetToSource = targetToSource
    self.countsDuplicates = countsDuplicates
    table = SlotTable(capacity: capacity, limit: sourceToTarget.count)
  }

  /// Enters the source's elements, the last one first.
  @inlinable
  mutating func enter(_ ranges: [Range<Int>]) throws(Input.Failure) {
    if ranges != [0..<sourceToTarget.count] { sourceToTarget.update(repeating: Self.chained) }
    for range in ranges.reversed() {
      var offset = range.upperBound
      while offset > range.lowerBound {
        offset &-= 1
        let hash = input.sourceHash(offset)
        let slot = try table.find(hash) { other throws(Input.Failure) in
          try input.isIdentical(source: offset, source: other)
        }
        let entry = table.slots[slot]
        sourceToTarget[offset] = -1
        if entry != 0 { link(offset, before: table.offset(entry)) }
        table.slots[slot] = table.entry(offset, hash)
      }
    }
  }

  @inlinable @inline(never)
  mutating func link(_ offset: Int, before head: Int) {
    if next.isEmpty { next = Array(repeating: -1, count: sourceToTarget.count) }
    next[offset] = Int32(truncatingIfNeeded: head)
    sourceToTarget[head] = Self.chained
  }

  /// Walks the target and pairs its elements.
  @inlinable
  mutating func match(_ ranges: [Range<Int>], after sources: [Range<Int>]) throws(Input.Failure) {
    expected = sources.first?.lowerBound ?? 0
    for range in ranges {
      for target in range {
        if try !matchExpected(target) { try matchFound(target) }
      }
    }
  }

  /// Tries the successor of the last partner.
  @inlinable @inline(__always)
  mutating func matchExpected(_ target: Int) throws(Input.Failure) -> Bool {
    let source = expected
    guard source < sourceToTarget.count, sourceToTarget[source] == -1,
      try input.isIdentical(source: source, target: target)
    else { return false }
    pair(source, target)
    return true
  }

  /// Looks the element up in the table.
  @inlinable @inline(__always)
  mutating func matchFound(_ target: Int) throws(Input.Failure) {
    let slot = try table.find(input.targetHash(target)) { other throws(Input.Failure) in
      try input.isIdentical(source: other, target: target)
    }
    let entry = table.slots[slot]
    if entry == 0 { return note(head: -1, target) }
    let head = table.offset(entry)
    if sourceToTarget[head] >= 0 { return matchLater(head, target) }
    if head < expected { isOrdered = false }
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

extension PairingMatcher {
  /// Walks the target and pairs its elements.
  ///
  /// An element that does not follow its predecessor is mostly a newcomer, and looking it up
  /// would wait for memory. So the first ones in a row are put off and looked up together. Only
  /// while the source has no duplicates: then all that can go wrong is that a later element has
  /// taken the partner meanwhile, which ``matchDeferred(_:_:)`` puts right. Where nothing follows
  /// its predecessor any more, all that a block of elements will need is touched beforehand.
  @inlinable
  mutating func match(_ ranges: [Range<Int>], after sources: [Range<Int>]) throws(Input.Failure) {
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
  @inlinable
  mutating func matchBlock(_ targets: Range<Int>) throws(Input.Failure) -> Bool {
    for target in targets { announce(input.targetHash(target), at: target &- targets.lowerBound) }
    for place in 0..<targets.count {
      let entry = table.slots[table.firstSlot(hashes[place])]
      let source = entry == 0 ? expected : table.offset(entry)
      guard source < sourceToTarget.count else { continue }
      touched &+= UInt32(truncatingIfNeeded: sourceToTarget[source]) &+ input.touch(source: source)
    }
    var followers = 0
    for target in targets {
      if try matchNear(target) {
        followers &+= 1
      } else {
        try matchFound(target, hashes[target &- targets.lowerBound])
      }
    }
    return followers &* 2 > targets.count
  }

  /// Pairs the elements that were put off.
  @inlinable
  mutating func match(_ deferred: [Int32]) throws(Input.Failure) {
    var start = 0
    while start < deferred.count, !isCrowded {
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
  mutating func head(of target: Int, _ hash: UInt64) throws(Input.Failure) -> Int {
    let slot = try table.find(hash) { other throws(Input.Failure) in
      try input.isIdentical(source: other, target: target)
    }
    if table.distance(slot, hash) > probeLimit { isCrowded = true }
    let entry = table.slots[slot]
    return entry == 0 ? -1 : table.offset(entry)
  }

  /// Looks the element up in the table.
  @inlinable @inline(__always)
  mutating func matchFound(_ target: Int, _ hash: UInt64) throws(Input.Failure) {
    let head = try head(of: target, hash)
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
    for offset in 0..<sourceToTarget.count where sourceToTarget[offset] == Self.chained {
      sourceToTarget[offset] = -1
    }
  }
}

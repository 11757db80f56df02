extension PairingMatcher {
  /// The source's duplicates; to be asked after it was entered and before anything is paired.
  @inlinable
  func sourceDuplicates(_ ranges: [Range<Int>]) -> Duplicates.Side {
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
  @inlinable
  func targetDuplicates() throws(Input.Failure) -> Duplicates.Side {
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
  @usableFromInline
  mutating func add(first: Int, second: Int) {
    identities += 1
    guard examples.count < Self.exampleLimit else { return }
    examples.append(Duplicates.Example(first: first, second: second))
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index from which on a condition holds, which no element in front of it may fulfil; the end if none does.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Sequence where Element: Hashable {
  /// How often each element occurs.
  @inlinable package func counted() -> [Element: Int] {
    reduce(into: [:]) { counts, element in counts[element, default: 0] += 1 }
  }
}

extension Dictionary where Key: Comparable, Value == Int {
  /// What is counted most often, the least of several, so that it is the same in every run.
  @inlinable package var mostFrequent: (key: Key, count: Int)? {
    self.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, $0.value) }
  }
}

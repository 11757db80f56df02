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

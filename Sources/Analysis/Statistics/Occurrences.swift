/// How often each of some values occurs, and where first; values are told apart by their hashes.
package struct Occurrences: Sendable {
  /// What is known of one value.
  package struct Entry: Sendable {
    package let hash: UInt64
    fileprivate(set) var count: Int
    /// Where the value occurs first.
    fileprivate(set) var first: Int
  }

  /// The values, in the order in which they were met.
  package private(set) var entries: [Entry] = []
  /// The places of entries by the lowest bits of their hashes, or by the next free ones; at least half of them are −1.
  private var slots: [Int32] = []

  /// The value that occurs most often; of several that one which occurs first.
  package var mostFrequent: Entry? { entries.max { ($0.count, $1.first) < ($1.count, $0.first) } }

  /// Counts a value.
  ///
  /// - Parameter limit: How many values are told apart; others are not counted.
  /// - Returns: Whether it was counted.
  @discardableResult package mutating func add(_ hash: UInt64, count: Int = 1, first: Int, limit: Int) -> Bool {
    if 2 * (entries.count + 1) > slots.count { grow() }
    let slot = slot(of: hash)
    if slots[slot] >= 0 {
      let index = Int(slots[slot])
      entries[index].count += count
      if first < entries[index].first { entries[index].first = first }
      return true
    }
    guard entries.count < limit else { return false }
    slots[slot] = Int32(truncatingIfNeeded: entries.count)
    entries.append(Entry(hash: hash, count: count, first: first))
    return true
  }

  /// The slot of a value, or the free one where it is to stand.
  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0, entries[Int(slots[slot])].hash != hash { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: max(8, 2 * slots.count))
    for (index, entry) in entries.enumerated() { slots[slot(of: entry.hash)] = Int32(truncatingIfNeeded: index) }
  }
}

/// How many of some positions before another one are marked, while marks come and go: a Fenwick tree.
///
/// - Complexity: O(log *n*) for each question and each change, of *n* positions.
struct PendingCounts {
  private var sums: [Int32]

  /// No position of so many is marked.
  init(count: Int) { sums = [Int32](repeating: 0, count: count + 1) }

  /// Marks a position, or takes its mark away.
  mutating func change(_ position: Int, by amount: Int32) {
    var node = position + 1
    while node < sums.count {
      sums[node] += amount
      node += node & -node
    }
  }

  /// How many marked positions come before this one.
  func count(before position: Int) -> Int {
    var node = position
    var sum = 0
    while node > 0 {
      sum += Int(sums[node])
      node &= node - 1
    }
    return sum
  }
}

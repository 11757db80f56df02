/// How many of some places before another one are marked, while marks come and go: a Fenwick tree.
///
/// - Complexity: O(log *n*) for each question and each change, of *n* places.
struct PendingCounts {
  private var sums: [Int32]

  /// No place of so many is marked.
  init(places: Int) { sums = [Int32](repeating: 0, count: places + 1) }

  /// Marks a place, or takes its mark away.
  mutating func change(_ place: Int, by amount: Int32) {
    var node = place + 1
    while node < sums.count {
      sums[node] += amount
      node += node & -node
    }
  }

  /// How many marked places come before this one.
  func count(before place: Int) -> Int {
    var node = place
    var sum = 0
    while node > 0 {
      sum += Int(sums[node])
      node &= node - 1
    }
    return sum
  }
}

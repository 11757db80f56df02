/// Slow and obvious: what the engine's results are compared with.
enum Oracle {
  /// First-in-first-out pairs, as offsets in target order.
  static func pairs(_ source: [Int], _ target: [Int]) -> [(source: Int, target: Int)] {
    var isTaken = Array(repeating: false, count: source.count)
    var pairs: [(source: Int, target: Int)] = []
    for (offset, identity) in target.enumerated() {
      for place in source.indices where source[place] == identity && !isTaken[place] {
        isTaken[place] = true
        pairs.append((place, offset))
        break
      }
    }
    return pairs
  }

  /// The length of a longest increasing subsequence, by comparing each with each.
  static func longestIncreasing(_ numbers: [Int]) -> Int {
    var best = Array(repeating: 1, count: numbers.count)
    for later in numbers.indices {
      for earlier in 0..<later where numbers[earlier] < numbers[later] {
        best[later] = max(best[later], best[earlier] + 1)
      }
    }
    return best.max() ?? 0
  }

  /// The length of a longest common subsequence, by the full table.
  static func longestCommon(_ left: [Int], _ right: [Int]) -> Int {
    var table = Array(
      repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for i in left.indices {
      for j in right.indices {
        table[i + 1][j + 1] =
          left[i] == right[j] ? table[i][j] + 1 : max(table[i][j + 1], table[i + 1][j])
      }
    }
    return table[left.count][right.count]
  }
}

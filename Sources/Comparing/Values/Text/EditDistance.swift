/// Levenshtein's distance of two texts: how many characters have to be inserted, deleted or replaced to make one of the
/// other.
///
/// Characters are Unicode code points. Only distances up to a limit *k* are told apart, so that a band of 2 *k* + 1
/// cells around the diagonal is all that is computed: E. Ukkonen, "Algorithms for approximate string matching",
/// Information and Control 64, 1985 (doi:10.1016/S0019-9958(85)80046-2). It keeps its memory from one pair of texts to
/// the next.
package struct EditDistance {
  private let limit: Int
  private var row: [Int] = []

  /// - Parameter limit: The greatest distance that matters.
  package init(limit: Int) { self.limit = limit }

  /// The distance of two texts; `nil` where it is beyond the limit.
  ///
  /// - Complexity: O(*k n*) for texts of *n* characters.
  package mutating func between(_ first: [UInt32], _ second: [UInt32]) -> Int? {
    let (short, long) = first.count <= second.count ? (first, second) : (second, first)
    guard long.count - short.count <= limit else { return nil }
    var start = 0
    while start < short.count, short[start] == long[start] { start += 1 }
    var end = 0
    while end < short.count - start, short[short.count - 1 - end] == long[long.count - 1 - end] { end += 1 }
    return between(short[start..<short.count - end], long[start..<long.count - end])
  }

  /// The same of texts that differ in their first and last characters.
  private mutating func between(_ short: ArraySlice<UInt32>, _ long: ArraySlice<UInt32>) -> Int? {
    let beyond = limit + 1
    row.removeAll(keepingCapacity: true)
    for cell in 0...long.count { row.append(min(cell, beyond)) }
    for (line, character) in short.enumerated() {
      let low = max(0, line + 1 - limit)
      let high = min(long.count, line + 1 + limit)
      guard low <= high else { return nil }
      var diagonal = low == 0 ? row[0] : row[low - 1]
      if low == 0 { row[0] = min(line + 1, beyond) } else { row[low - 1] = beyond }
      var least = row[max(low - 1, 0)]
      for cell in max(low, 1)..<high + 1 {
        // What is right of the band was never computed for the line before.
        let above = cell == line + 1 + limit ? beyond : row[cell]
        let replaced = diagonal + (long[long.startIndex + cell - 1] == character ? 0 : 1)
        diagonal = row[cell]
        row[cell] = min(replaced, min(above, row[cell - 1]) + 1, beyond)
        least = min(least, row[cell])
      }
      guard least <= limit else { return nil }
    }
    return row[long.count] <= limit ? row[long.count] : nil
  }
}

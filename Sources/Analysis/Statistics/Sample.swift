import Comparing

/// Some of a sequence of numbers, evenly spaced, with the extremes of all of them.
package struct Sample {
  package private(set) var count = 0
  package private(set) var least: ExactDecimal?
  package private(set) var greatest: ExactDecimal?
  private var kept: [ExactDecimal] = []
  private var stride = 1
  private static let limit = 8192

  package mutating func add(_ number: ExactDecimal) {
    if count % stride == 0 {
      if kept.count == Self.limit { halve() }
      if count % stride == 0 { kept.append(number) }
    }
    count += 1
    least = min(least ?? number, number)
    greatest = max(greatest ?? number, number)
  }

  /// The middle one; of more numbers than are kept, of every so many.
  private var median: ExactDecimal? {
    guard !kept.isEmpty else { return nil }
    let sorted = kept.sorted()
    let upper = sorted[sorted.count / 2]
    guard sorted.count % 2 == 0 else { return upper }
    return sorted[sorted.count / 2 - 1].middle(to: upper) ?? upper
  }

  /// The middle one, the least and the greatest; `nil` if there are no numbers.
  package var outline: (median: ExactDecimal, least: ExactDecimal, greatest: ExactDecimal)? {
    guard let median, let least, let greatest else { return nil }
    return (median, least, greatest)
  }

  private mutating func halve() {
    kept = Swift.stride(from: 0, to: kept.count, by: 2).map { kept[$0] }
    stride *= 2
  }
}

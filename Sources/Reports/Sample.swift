/// Some of a sequence of numbers, evenly spaced, with the extremes of all of them.
struct Sample {
  /// How many numbers there were.
  private(set) var count = 0
  /// The least of them.
  private(set) var least = Double.infinity
  /// The greatest of them.
  private(set) var greatest = -Double.infinity
  private var kept: [Double] = []
  private var stride = 1
  private static let limit = 8192

  /// Adds a number, unless it is too large to be one.
  mutating func add(_ number: Double) {
    guard number.isFinite else { return }
    if count % stride == 0 {
      if kept.count == Self.limit { halve() }
      if count % stride == 0 { kept.append(number) }
    }
    count += 1
    least = min(least, number)
    greatest = max(greatest, number)
  }

  /// The middle one; of more numbers than are kept, of every so many.
  var median: Double? {
    guard !kept.isEmpty else { return nil }
    let sorted = kept.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  private mutating func halve() {
    kept = Swift.stride(from: 0, to: kept.count, by: 2).map { kept[$0] }
    stride *= 2
  }
}

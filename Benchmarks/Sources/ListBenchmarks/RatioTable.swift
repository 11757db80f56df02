import Foundation

/// Who takes part in one row; each closure gives a number, so that nothing is left out.
struct Contestants {
  var ours: () -> Int
  var theirs: () -> Int
}

/// Measures rows and prints them as they come, and at the end how many are slow.
struct RatioTable {
  /// Only rows whose name contains one of these; all if there are none.
  let filters: [String]
  private var ratios: [(name: String, ratio: Double)] = []

  init(filters: [String]) { self.filters = filters }

  func printHeader() {
    print("| case | StagedDiff µs | DifferenceKit µs | ratio |")
    print("|---|---|---|---|")
  }

  mutating func row(_ name: String, _ make: () -> Contestants) {
    guard filters.isEmpty || filters.contains(where: name.contains) else { return }
    let contestants = make()
    let (ours, theirs) = Self.medians(contestants)
    ratios.append((name, theirs / ours))
    print(String(format: "| \(name) | %.3f | %.3f | %.2f |", ours, theirs, theirs / ours))
    fflush(nil)
  }

  func printSummary() {
    let sorted = ratios.sorted { $0.ratio < $1.ratio }
    let slower = sorted.filter { $0.ratio < 1 }
    let notTwice = sorted.filter { $0.ratio < 2 }
    print("\n\(ratios.count) cases, \(slower.count) slower than DifferenceKit, \(notTwice.count) below twice its speed")
    for row in notTwice { print(String(format: "  %.2f \(row.name)", row.ratio)) }
  }

  /// Microseconds of CPU for one call of each, measured in turn; what is too short for it is called many times in a row.
  private static func medians(_ contestants: Contestants) -> (Double, Double) {
    let calls = (calls(contestants.ours), calls(contestants.theirs))
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    var total = 0.0
    while times.ours.count < 5 || (times.ours.count < 15 && total < 200_000) {
      times.ours.append(microseconds(calls.0, contestants.ours))
      times.theirs.append(microseconds(calls.1, contestants.theirs))
      total += times.ours[times.ours.count - 1] * Double(calls.0)
      total += times.theirs[times.theirs.count - 1] * Double(calls.1)
    }
    let middle = times.ours.count / 2
    return (times.ours.sorted()[middle], times.theirs.sorted()[middle])
  }

  private static func calls(_ body: () -> Int) -> Int {
    max(1, Int(1000 / max(min(microseconds(3, body), microseconds(3, body)), 0.02)))
  }

  private static func microseconds(_ calls: Int, _ body: () -> Int) -> Double {
    let start = cpuMicroseconds()
    for _ in 0..<calls { _ = body() }
    return (cpuMicroseconds() - start) / Double(calls)
  }

  private static func cpuMicroseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}

import Foundation
import StagedDiff

/// What is measured in one row; each closure gives a number, so that none is left out.
struct Contestants {
  /// Finds the changes and no more; gives the number of moves.
  var changes: () -> Int
  /// Takes every stage's edits and data, too.
  var data: (() -> Int)?
  var baseline: (() -> Int)?
  var standard: (() -> Int)?
}

/// Random identities, made once.
struct UUIDPool {
  let values: [UUID]

  init(count: Int) {
    var random = FixedGenerator()
    values = (0..<count).map { _ in
      var bytes = (random.next(), random.next())
      return withUnsafeBytes(of: &bytes) { $0.loadUnaligned(as: UUID.self) }
    }
  }
}

/// Measures rows and prints them as they come.
struct Table {
  /// Only rows whose name contains one of these; all if there are none.
  var filters: [String]

  /// Beyond this the standard library's quadratic difference is not waited for.
  private let standardLimit = 5000
  private let standardIsSlow = ["shuffled", "allNew", "reversed"]

  func printHeader() {
    print(
      "| case | with data µs | changes µs | ns/element with data | moves | data × baseline "
        + "| changes × baseline | changes × CollectionDifference |")
    print("|---|---|---|---|---|---|---|---|")
  }

  func row(_ name: String, count: Int, _ make: (inout FixedGenerator) -> Contestants) {
    guard filters.isEmpty || filters.contains(where: name.contains) else { return }
    var random = FixedGenerator()
    let contestants = make(&random)
    let changes = Self.median(contestants.changes)
    let data = contestants.data.map(Self.median)
    let baseline = contestants.baseline.map(Self.median)
    let isQuick = count <= standardLimit && !standardIsSlow.contains(where: name.contains)
    let standard = isQuick ? contestants.standard.map(Self.median) : nil
    let cells = [
      name, data.map(number) ?? "–", number(changes),
      number((data ?? changes) * 1000 / Double(2 * count)), "\(contestants.changes())",
      ratio(baseline, data), ratio(baseline, changes), ratio(standard, changes),
    ]
    print("| " + cells.joined(separator: " | ") + " |")
    fflush(nil)
  }

  private func number(_ value: Double) -> String {
    String(format: value < 100 ? "%.2f" : "%.0f", value)
  }

  private func ratio(_ other: Double?, _ engine: Double?) -> String {
    guard let other, let engine else { return "–" }
    return String(format: "%.1f", other / engine)
  }

  /// Microseconds of CPU for one call: steadier than the clock on a machine that others share.
  ///
  /// What is too short for it is called many times in a row.
  private static func median(_ body: () -> Int) -> Double {
    let first = microseconds(1, body)
    let calls = max(1, Int(2000 / max(first, 0.02)))
    var times: [Double] = []
    var total = 0.0
    while times.count < 5 || (total < 300_000 && times.count < 101) {
      let time = microseconds(calls, body)
      times.append(time / Double(calls))
      total += time
      if total > 4_000_000 { break }
    }
    return times.sorted()[times.count / 2]
  }

  private static func microseconds(_ calls: Int, _ body: () -> Int) -> Double {
    let start = cpuMicroseconds()
    for _ in 0..<calls { _ = body() }
    return cpuMicroseconds() - start
  }

  private static func cpuMicroseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}

import Foundation
import StagedDiff

/// What is measured in one row; each closure gives the number of moves, so that none is left out.
struct Contestants {
  var engine: () -> Int
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

  func printHeader() {
    print("| case | engine ms | ns/element | moves | × baseline | × CollectionDifference |")
    print("|---|---|---|---|---|---|")
  }

  func row(_ name: String, count: Int, _ make: (inout FixedGenerator) -> Contestants) {
    guard filters.isEmpty || filters.contains(where: name.contains) else { return }
    var random = FixedGenerator()
    let contestants = make(&random)
    let engine = Self.median(contestants.engine)
    let baseline = contestants.baseline.map { ratio(Self.median($0), engine) } ?? "–"
    var standard = "–"
    if count <= standardLimit, !name.contains("shuffled"), !name.contains("allNew"),
      !name.contains("reversed")
    {
      standard = contestants.standard.map { ratio(Self.median($0), engine) } ?? "–"
    }
    let milliseconds = String(format: "%.3f", engine)
    let each = String(format: "%.1f", engine * 1e6 / Double(2 * count))
    print(
      "| \(name) | \(milliseconds) | \(each) | \(contestants.engine()) | \(baseline) | \(standard) |"
    )
    fflush(nil)
  }

  private func ratio(_ other: Double, _ engine: Double) -> String {
    String(format: "%.1f", other / engine)
  }

  /// Milliseconds of CPU: steadier than the clock on a machine that others share.
  private static func median(_ body: () -> Int) -> Double {
    _ = body()
    var times: [Double] = []
    var total = 0.0
    while times.count < 5 || (total < 300 && times.count < 101) {
      let start = cpuMilliseconds()
      _ = body()
      times.append(cpuMilliseconds() - start)
      total += times.last ?? 0
      if total > 4000 { break }
    }
    return times.sorted()[times.count / 2]
  }

  private static func cpuMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

/// Coverage for a person: a line for each file, and what never ran.
struct CoverageTable {
  let coverage: CoverageSummary

  /// The lines of text.
  var lines: [String] {
    guard !coverage.files.isEmpty else { return ["coverage: the tests use no rules files"] }
    var table = TextTable(columns: [.left, .right, .right, .right])
    table.add(["coverage", "lines", "branches", "functions"])
    for file in coverage.files {
      table.add([
        DisplayText(file.path).text(within: 200), Self.cell(file.hitLines, file.lines.count),
        Self.cell(file.hitBranches, file.branches.count),
        Self.cell(file.hitFunctions, file.functions.count),
      ])
    }
    var lines = table.lines
    for (place, file) in coverage.files.enumerated().reversed() {
      lines.insert(contentsOf: Self.misses(of: file), at: place + 2)
    }
    return lines
  }

  private static func cell(_ hit: Int, _ all: Int) -> String {
    all == 0 ? "–" : "\(hit) of \(all)  \(Grouped.share(hit, of: all))"
  }

  /// What of a file did not run, a line for lines, one for functions and one for branches.
  private static func misses(of file: CoverageSummary.File) -> [String] {
    let branches = file.missedBranches.map { branch in
      "\(branch.line) → \(branch.next.map(String.init) ?? "end")"
    }
    let functions = file.functions.filter { $0.count == 0 }.map {
      DisplayText($0.name).text(within: 80)
    }
    return [
      ("never called", functions), ("never run", ranges(file.missedLines)),
      ("never taken", branches),
    ]
    .filter { !$0.1.isEmpty }
    .map { "  \($0.0): \($0.1.joined(separator: ", "))" }
  }

  /// Numbers, neighbours as one range.
  private static func ranges(_ numbers: [Int]) -> [String] {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
  }
}

import Records
import Reports

/// The results of tests for a person: a line for each test, what is otherwise than expected, and the counts.
struct TestTextReport: LineWriter {
  let summary: TestSummary
  let options: ReportOptions
  let out: OutputBuffer
  let failuresOnly: Bool
  private var palette: Palette { Palette(isOn: options.color) }

  func write() {
    for file in summary.files {
      let shown = file.tests.filter { !failuresOnly || $0.outcome == .failed }
      guard !shown.isEmpty || file.problem != nil else { continue }
      palette.paint(.bold, out, safe(file.path))
      line()
      if let problem = file.problem { appendLines(problem, role: .deleted) }
      shown.forEach(append)
      line()
    }
    line(counts)
    if let coverage = summary.coverage {
      line()
      CoverageTable(coverage: coverage).lines.forEach(line)
    }
    guard let requirement = summary.shortfall else { return }
    line()
    palette.paint(.deleted, out, "TOO LITTLE")
    line("  " + requirement.shortfall)
  }

  private func append(_ test: TestSummary.Test) {
    let (word, role): (String, Palette.Role) =
      switch test.outcome {
      case .passed: ("ok      ", .inserted)
      case .failed: ("FAILED  ", .deleted)
      case .updated: ("updated ", .updated)
      }
    out.append("  ")
    palette.paint(role, out, word)
    line(safe(test.name))
    for message in test.messages { appendLines(message, role: .plain) }
  }

  private func appendLines(_ text: String, role: Palette.Role) {
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      out.append("          ")
      palette.paint(role, out, DisplayText.indented(part))
      line()
    }
  }

  private var counts: String {
    let failed = summary.count(.failed)
    let updated = summary.count(.updated)
    let parts = [
      Grouped.count(summary.tests.count, "test", "tests"),
      failed > 0 ? "\(Grouped.number(failed)) failed" : nil,
      updated > 0 ? "\(Grouped.number(updated)) updated" : nil,
      summary.problemCount > 0 ? "\(Grouped.count(summary.problemCount, "file", "files")) could not be run" : nil,
      failed == 0 && summary.problemCount == 0 ? "all passed" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

}

extension DisplayText {
  static func indented(_ line: Substring) -> String {
    let blanks = line.prefix { $0 == " " }
    return blanks + DisplayText(String(line.dropFirst(blanks.count))).text(within: 400)
  }
}

/// Coverage for a person: a line for each file, and what never ran.
struct CoverageTable {
  let coverage: CoverageSummary

  var lines: [String] {
    guard !coverage.files.isEmpty else { return ["coverage: the tests use no rules files"] }
    var table = TextTable(columns: [.left, .right, .right])
    table.add(["coverage", "lines", "functions"])
    for file in coverage.files {
      let name = DisplayText(file.path).text(within: 200)
      table.add([
        name, Self.cell(file.hitLines, file.lines.count), Self.cell(file.hitFunctions, file.functions.count),
      ])
    }
    var lines = table.lines
    for (index, file) in coverage.files.enumerated().reversed() {
      lines.insert(contentsOf: Self.misses(of: file), at: index + 2)
    }
    return lines
  }

  private static func cell(_ hit: Int, _ all: Int) -> String {
    all == 0 ? "–" : "\(hit) of \(all)  \(Grouped.share(hit, of: all))"
  }

  /// What of a file did not run: a line for functions and one for lines.
  private static func misses(of file: CoverageSummary.File) -> [String] {
    let functions = file.functions.filter { $0.count == 0 }.map { DisplayText($0.name).text(within: 80) }
    let misses = [("never called", functions), ("never run", ranges(file.missedLines))]
    return misses.filter { !$0.1.isEmpty }.map { "  \($0.0): \($0.1.joined(separator: ", "))" }
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

import Records
import Reports

/// The forms in which the results of tests can be written.
package enum TestFormat: String, Sendable, CaseIterable {
  /// For a person.
  case text
  /// One JSON object.
  case json
  /// JUnit XML, a suite for each file.
  case junit
  /// The Test Anything Protocol, version 14.
  case tap
}

/// Writes the results of tests; of the options the colours count.
///
/// - Parameter failuresOnly: Whether `text` leaves out tests that passed.
/// - Throws: What the sink throws.
package func write(
  _ summary: TestSummary, as format: TestFormat, options: ReportOptions = ReportOptions(), failuresOnly: Bool = false,
  to sink: inout some ReportSink
) throws {
  try sink.collect { out in
    switch format {
    case .text: TestTextReport(summary: summary, options: options, out: out, failuresOnly: failuresOnly).write()
    case .json: out.document { TestJSONReport(summary: summary, json: $0).write() }
    case .junit: TestJUnitReport(summary: summary, out: out).write()
    case .tap: TestTAPReport(summary: summary, out: out).write()
    }
  }
}

/// The results of tests by the Test Anything Protocol, version 14.
struct TestTAPReport {
  let summary: TestSummary
  let out: OutputBuffer

  func write() {
    let count = summary.tests.count + summary.problemCount + (summary.requirement == nil ? 0 : 1)
    out.append(text: "TAP version 14\n1..\(count)\n")
    var number = 0
    for file in summary.files {
      if let problem = file.problem {
        number += 1
        append(number, "\(file.path): the file can be run", isPassed: false, [problem])
      }
      for test in file.tests {
        number += 1
        append(number, "\(file.path): \(test.name)", isPassed: test.outcome != .failed, test.messages)
      }
    }
    if let requirement = summary.requirement {
      append(count, requirement.words, isPassed: requirement.isMet, [requirement.shortfall])
    }
  }

  private func append(_ number: Int, _ name: String, isPassed: Bool, _ messages: [String]) {
    out.append(text: "\(isPassed ? "ok" : "not ok") \(number) - \(Self.escaped(name))\n")
    guard !isPassed else { return }
    out.append("  ---\n  message: |\n")
    for line in messages.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      out.append(text: "    \(DisplayText.indented(line))\n")
    }
    out.append("  ...\n")
  }

  /// A description without what would begin a directive, or another line.
  private static func escaped(_ name: String) -> String {
    DisplayText(name).text(within: 400).reduce(into: "") { text, character in
      if character == "#" || character == "\\" { text.append("\\") }
      text.append(character)
    }
  }
}

/// The results of tests as JUnit XML: a suite for each file.
struct TestJUnitReport {
  let summary: TestSummary
  let out: OutputBuffer

  func write() {
    out.testSuites {
      summary.files.forEach(append)
      if let requirement = summary.requirement { append(requirement) }
    }
  }

  private func append(_ file: TestSummary.File) {
    let errors = file.problem == nil ? 0 : 1
    let failures = file.tests.count { $0.outcome == .failed }
    out.testSuite(file.path, tests: file.tests.count + errors, failures: failures, errors: errors) {
      if let problem = file.problem { appendCase("the file can be run", in: file.path, trouble: ("error", problem)) }
      for test in file.tests {
        let text = test.messages.joined(separator: "\n")
        appendCase(test.name, in: file.path, trouble: test.outcome == .failed ? ("failure", text) : nil)
      }
    }
  }

  private func append(_ requirement: TestSummary.Requirement) {
    let name = "all tests"
    out.testSuite(name, tests: 1, failures: requirement.isMet ? 0 : 1) {
      appendCase(requirement.words, in: name, trouble: requirement.isMet ? nil : ("failure", requirement.shortfall))
    }
  }

  private func appendCase(_ name: String, in suite: String, trouble: (element: String, text: String)?) {
    out.beginTestCase(name, in: suite)
    if let trouble { out.endTestCase(trouble.element, trouble.text) } else { out.endTestCase() }
  }
}

/// The results of tests for a program.
struct TestJSONReport {
  let summary: TestSummary
  let json: JSONEmitter

  /// Writes the members of the document, a file a line.
  func write() {
    json.member("files") {
      json.list(summary.files, .lines) { file in
        json.object {
          json.member("path", file.path)
          json.member("problem", file.problem)
          json.member("tests") { json.list(file.tests) { write($0) } }
        }
      }
    }
    json.member("passed", summary.count(.passed))
    json.member("failed", summary.count(.failed))
    json.member("updated", summary.count(.updated))
    if let coverage = summary.coverage { json.member("coverage") { json.list(coverage.files, .lines) { write($0) } } }
    if let requirement = summary.requirement { json.member("required") { json.list([requirement]) { write($0) } } }
  }

  private func write(_ requirement: TestSummary.Requirement) {
    json.object {
      json.member("of", "lines")
      json.member("least", requirement.least.words)
      json.member("count", requirement.count)
      json.member("hit", requirement.hit)
      json.member("met", requirement.isMet)
    }
  }

  private func write(_ file: CoverageSummary.File) {
    json.object {
      json.member("path", path: file.path)
      json.member("lines") { writeShare(file.hitLines, file.lines.count) }
      json.member("functions") { writeShare(file.hitFunctions, file.functions.count) }
      json.member("neverRun") { json.list(file.missedLines) { json.value($0) } }
    }
  }

  private func writeShare(_ hit: Int, _ count: Int) {
    json.object {
      json.member("count", count)
      json.member("hit", hit)
    }
  }

  private func write(_ test: TestSummary.Test) {
    json.object {
      json.member("name", test.name)
      json.member("outcome", test.outcome.rawValue)
      if !test.messages.isEmpty { json.member("messages", test.messages) }
    }
  }
}

/// Writes coverage as tools for it read it: the trace files of lcov, from which `genhtml` makes pages.
///
/// - Throws: What the sink throws.
package func writeTrace(_ coverage: CoverageSummary, to sink: inout some ReportSink) throws {
  try sink.collect { out in for file in coverage.files { CoverageTraceReport(file: file, out: out).write() } }
}

/// One file's part of a trace file.
private struct CoverageTraceReport: LineWriter {
  let file: CoverageSummary.File
  let out: OutputBuffer

  func write() {
    line("TN:")
    line("SF:\(file.path)")
    for function in file.functions { line("FN:\(function.line),\(function.name)") }
    for function in file.functions { line("FNDA:\(function.count),\(function.name)") }
    line("FNF:\(file.functions.count)")
    line("FNH:\(file.hitFunctions)")
    for (number, count) in file.lines { line("DA:\(number),\(count)") }
    line("LF:\(file.lines.count)")
    line("LH:\(file.hitLines)")
    line("end_of_record")
  }

}

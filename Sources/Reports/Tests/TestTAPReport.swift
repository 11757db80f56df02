import Records

/// The results of tests by the Test Anything Protocol, version 14.
struct TestTAPReport {
  let summary: TestSummary
  let out: OutputBuffer

  func write() {
    let count = summary.tests.count + summary.problemCount + summary.requirements.count
    out.append(text: "TAP version 14\n1..\(count)\n")
    var number = 0
    for file in summary.files {
      if let problem = file.problem {
        number += 1
        append(number, "\(file.path): the file can be run", isPassed: false, [problem])
      }
      for test in file.tests {
        number += 1
        append(
          number, "\(file.path): \(test.name)", isPassed: test.outcome != .failed, test.messages)
      }
    }
    for requirement in summary.requirements {
      number += 1
      append(number, requirement.words, isPassed: requirement.isMet, [requirement.shortfall])
    }
  }

  private func append(_ number: Int, _ name: String, isPassed: Bool, _ messages: [String]) {
    out.append(text: "\(isPassed ? "ok" : "not ok") \(number) - \(Self.escaped(name))\n")
    guard !isPassed else { return }
    out.append("  ---\n  message: |\n")
    for line in messages.joined(separator: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    {
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

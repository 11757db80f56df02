import Records

/// The results of tests as JUnit XML: a suite for each file.
struct TestJUnitReport {
  let summary: TestSummary
  let out: OutputBuffer

  func write() {
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
    summary.files.forEach(append)
    if !summary.requirements.isEmpty { appendRequirements() }
    out.append("</testsuites>\n")
  }

  private func append(_ file: TestSummary.File) {
    appendSuite(
      file.path, tests: file.tests.count + (file.problem == nil ? 0 : 1),
      failures: file.tests.count { $0.outcome == .failed }, errors: file.problem == nil ? 0 : 1)
    if let problem = file.problem {
      appendCase("the file can be run", in: file.path, trouble: ("error", problem))
    }
    for test in file.tests {
      let text = test.messages.joined(separator: "\n")
      appendCase(
        test.name, in: file.path, trouble: test.outcome == .failed ? ("failure", text) : nil)
    }
    out.append("  </testsuite>\n")
  }

  private func appendRequirements() {
    let name = "all tests"
    appendSuite(
      name, tests: summary.requirements.count, failures: summary.shortfalls.count, errors: 0)
    for requirement in summary.requirements {
      appendCase(
        requirement.words, in: name,
        trouble: requirement.isMet ? nil : ("failure", requirement.shortfall))
    }
    out.append("  </testsuite>\n")
  }

  private func appendSuite(_ name: String, tests: Int, failures: Int, errors: Int) {
    out.append("  <testsuite name=\"")
    out.append(markup: name)
    out.append(
      text: "\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\">\n")
  }

  private func appendCase(
    _ name: String, in suite: String, trouble: (element: String, text: String)?
  ) {
    out.append("    <testcase classname=\"")
    out.append(markup: suite)
    out.append("\" name=\"")
    out.append(markup: name)
    guard let trouble else { return out.append("\"/>\n") }
    out.append(text: "\">\n      <\(trouble.element) message=\"")
    out.append(markup: String(trouble.text.prefix { $0 != "\n" }))
    out.append("\">")
    out.append(markup: trouble.text)
    out.append(text: "</\(trouble.element)>\n    </testcase>\n")
  }
}

import Records

/// The results of tests as JUnit XML: a suite for each file.
struct TestJUnitReport {
  let summary: TestSummary
  let out: OutputBuffer

  func write() {
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
    summary.files.forEach(append)
    out.append("</testsuites>\n")
  }

  private func append(_ file: TestSummary.File) {
    out.append("  <testsuite name=\"")
    out.append(markup: file.path)
    out.append("\" tests=\"")
    out.append(file.tests.count + (file.problem == nil ? 0 : 1))
    out.append("\" failures=\"")
    out.append(file.tests.count { $0.outcome == .failed })
    out.append("\" errors=\"")
    out.append(file.problem == nil ? 0 : 1)
    out.append("\" skipped=\"0\">\n")
    if let problem = file.problem {
      appendCase("the file can be run", in: file, trouble: ("error", problem))
    }
    for test in file.tests {
      let text = test.messages.joined(separator: "\n")
      appendCase(test.name, in: file, trouble: test.outcome == .failed ? ("failure", text) : nil)
    }
    out.append("  </testsuite>\n")
  }

  private func appendCase(
    _ name: String, in file: TestSummary.File, trouble: (element: String, text: String)?
  ) {
    out.append("    <testcase classname=\"")
    out.append(markup: file.path)
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

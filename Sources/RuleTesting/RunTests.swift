import Platform
import Comparing
import Reports
import Requests
import Synchronization

/// Runs tests of rules and plug-ins, several at once.
///
/// - Returns: What came of every file and test, in their order.
/// - Throws: `LunaDiffError` where there is nothing to run.
/// - Complexity: That of the comparisons.
package func runTests(_ request: TestRequest) throws(LunaDiffError) -> TestSummary {
  let paths = try TestFiles.all(request.paths)
  let request = request.with(pluginsOf: paths)
  let suites = paths.map { path in (path: path, suite: Result { try TestSuite(path, request) }) }
  let chosen = suites.map { path, suite -> [TestCase] in
    guard case .success(let suite) = suite else { return [] }
    return suite.cases.filter { request.isChosen($0, in: path) }
  }
  let all = chosen.enumerated().flatMap { file, cases in cases.map { (file: file, test: $0) } }
  let results = Mutex<[Int: TestSummary.Test]>([:])
  Workers.run(count: all.count, limit: request.options.threads) { number in
    let result = all[number].test.run(updates: request.updates)
    results.withLock { $0[number] = result }
  }
  let done = results.withLock { $0 }
  let files = suites.enumerated().compactMap { file, entry -> TestSummary.File? in
    if case .failure(let error) = entry.suite {
      return TestSummary.File(path: entry.path, tests: [], problem: LunaDiffError(error).message)
    }
    let tests = all.indices.filter { all[$0].file == file }.compactMap { done[$0] }
    return tests.isEmpty ? nil : TestSummary.File(path: entry.path, tests: tests)
  }
  guard !files.isEmpty else {
    throw LunaDiffError("no test is called '\(request.filters.joined(separator: "' or '"))'")
  }
  let coverage = request.options.recorder?.coverage.map { CoverageSummary($0, of: paths, request.options.plugins) }
  return TestSummary(files: files, coverage: coverage, leastCoverage: request.leastCoverage)
}

extension TestRequest {
  /// The same where the plug-ins that are tested go before those that are installed: they may require each other.
  func with(pluginsOf paths: [String]) -> TestRequest {
    var request = self
    request.options.plugins.tested = paths.compactMap(TestSuite.plugin)
    return request
  }

  fileprivate func isChosen(_ test: TestCase, in path: String) -> Bool {
    filters.isEmpty || filters.contains { "\(path): \(test.name)".contains($0) }
  }
}

extension TestCase {
  /// Compares, and says what is otherwise than expected.
  fileprivate func run(updates: Bool) -> TestSummary.Test {
    let comparison: Comparison
    do { comparison = try compare(request) } catch { return result(of: error) }
    if let error = expectation.error {
      let wanted = error.isEmpty ? "an error" : "an error with '\(error)'"
      return failed(["expected \(wanted), but there is none"])
    }
    let failures: [String]
    do { failures = try expectation.failures(of: comparison) } catch { return result(of: LunaDiffError(error)) }
    do {
      switch try expectation.report?.check(comparison, request.options, updates: updates) {
      case nil, .same: return failures.isEmpty ? ended(.passed) : failed(failures)
      case .different(let lines): return failed(failures + lines)
      case .written:
        let line = "wrote \(expectation.report?.path ?? "")"
        return failures.isEmpty ? ended(.updated, [line]) : failed(failures + [line])
      }
    } catch { return failed(failures + ["report: \(LunaDiffError(error).message)"]) }
  }

  private func result(of error: LunaDiffError) -> TestSummary.Test {
    guard let expected = expectation.error else { return failed([error.message]) }
    if error.message.contains(expected) { return ended(.passed) }
    return failed(["expected an error with '\(expected)', got", error.message])
  }

  private func failed(_ messages: [String]) -> TestSummary.Test { ended(.failed, messages) }

  private func ended(_ outcome: TestSummary.Test.Outcome, _ messages: [String] = []) -> TestSummary.Test {
    TestSummary.Test(name: name, outcome: outcome, messages: messages)
  }
}

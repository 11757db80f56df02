import Requests

/// One test: what is compared, and what is expected of it.
struct TestCase: Sendable {
  /// The test's name in its file.
  let name: String
  /// The comparison, its data in place of paths where the test holds them.
  let request: DiffRequest
  /// What is expected.
  let expectation: TestExpectation
}

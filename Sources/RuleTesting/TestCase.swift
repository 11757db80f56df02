import Requests

/// One test: what is compared, and what is expected of it.
struct TestCase: Sendable {
  /// The test's name in its file.
  let name: String
  /// The comparison, its data in place of paths where the test holds them.
  var request: DiffRequest
  /// What is expected.
  let expectation: TestExpectation
  /// The plug-in that it is a test of: the one that it stands in, or in whose folder its file lies.
  var plugin: String?
}

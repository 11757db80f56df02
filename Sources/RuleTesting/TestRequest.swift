import Reports
import Requests

/// Which tests of rules and plug-ins are run, and how.
package struct TestRequest: Sendable {
  /// Files of tests, plug-ins that have some, and directories, whose files called `*.test.lua` are taken.
  package var paths: [String]
  /// Parts of the names of tests or files; others are left out, unless there is none.
  package var filters: [String] = []
  /// Whether reports that tests expect are written anew where they differ.
  package var updates = false
  /// The least share of lines that the tests have to run; `nil` for none.
  package var leastCoverage: ChangeThresholds.Threshold?
  /// Which plug-ins there are, what scripts may use, where they print, and how many tests are run at once.
  package var options = ComparisonOptions()

  package init(paths: [String]) { self.paths = paths }
}

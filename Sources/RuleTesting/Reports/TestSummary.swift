import Reports

/// What came of tests of rules and plug-ins.
package struct TestSummary: Sendable {
  /// What came of one test.
  package struct Test: Sendable {
    package enum Outcome: String, Sendable {
      case passed
      case failed
      /// It passes now, since what it expects was written anew.
      case updated
    }

    package let name: String
    package let outcome: Outcome
    /// What is otherwise than expected, or what was written, a line each.
    package let messages: [String]
  }

  /// What came of the tests of one file.
  package struct File: Sendable {
    package let path: String
    package let tests: [Test]
    /// Why it has none that could be run.
    package internal(set) var problem: String?
  }

  /// The share of lines that the tests have to run, and the share that they ran.
  package struct Requirement: Sendable {
    package let least: ChangeThresholds.Threshold
    package let hit: Int
    package let count: Int

    /// Whether the share is reached; a file without lines counts as run.
    package var isMet: Bool { least.isReached(by: hit, of: count) }
    var words: String { "at least \(least.words) of the lines of the rules run" }
    /// Says by how much the share is missed.
    var shortfall: String {
      "\(Grouped.number(hit)) of \(Grouped.number(count)) lines of the rules run, which is less than \(least.words)"
    }
  }

  /// The files in the order of their paths.
  package let files: [File]
  /// Which lines of rules and plug-ins ran, if coverage was requested.
  package let coverage: CoverageSummary?
  /// `nil` if no share of lines is required.
  package let requirement: Requirement?

  init(files: [File], coverage: CoverageSummary?, leastCoverage: ChangeThresholds.Threshold?) {
    (self.files, self.coverage) = (files, coverage)
    guard let leastCoverage, let covered = coverage?.files else {
      requirement = nil
      return
    }
    let lines = covered.flatMap(\.lines)
    requirement = Requirement(least: leastCoverage, hit: lines.count { $0.count > 0 }, count: lines.count)
  }

  package var tests: [Test] { files.flatMap(\.tests) }
  package func count(_ outcome: Test.Outcome) -> Int { tests.count { $0.outcome == outcome } }
  /// The requirement, if it is not met.
  package var shortfall: Requirement? { requirement.flatMap { $0.isMet ? nil : $0 } }

  /// How many files could not be run.
  package var problemCount: Int { files.count { $0.problem != nil } }
}

/// Which lines and functions of rules and plug-ins ran.
package struct CoverageSummary: Sendable {
  package struct Function: Sendable {
    package let name: String
    /// The line where it begins.
    package let line: Int
    package let count: Int
  }

  package struct File: Sendable {
    package let path: String
    /// The lines that have code, and how often each ran.
    package let lines: [(line: Int, count: Int)]
    package let functions: [Function]

    var missedLines: [Int] { lines.filter { $0.count == 0 }.map(\.line) }
    var hitLines: Int { lines.count { $0.count > 0 } }
    var hitFunctions: Int { functions.count { $0.count > 0 } }
  }

  /// The files in the order of their paths.
  package let files: [File]
}

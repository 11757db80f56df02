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

  /// How much of something the tests have to reach beside passing.
  package struct Requirement: Sendable {
    /// What it is a share of.
    package enum Subject: String, Sendable {
      case lines, branches

      fileprivate var words: String { "\(rawValue) of the rules run" }
    }

    package let subject: Subject
    /// The least share.
    package let least: ChangeThresholds.Threshold
    package let hit: Int
    package let count: Int

    /// Whether it is reached; what there is nothing of is.
    package var isMet: Bool { least.isReached(by: hit, of: count) }
    var words: String { "at least \(least.words) of the \(subject.words)" }
    /// What there is, where that is too little.
    var shortfall: String {
      "\(Grouped.number(hit)) of \(Grouped.number(count)) \(subject.words), which is less than \(least.words)"
    }
  }

  /// The files in the order of their paths.
  package let files: [File]
  /// What is required of coverage.
  package var requirements: [Requirement] = []
  /// Which lines of rules and plug-ins ran, if that was asked.
  package internal(set) var coverage: CoverageSummary?

  package var tests: [Test] { files.flatMap(\.tests) }
  package func count(_ outcome: Test.Outcome) -> Int { tests.count { $0.outcome == outcome } }
  /// What is required and not reached.
  package var shortfalls: [Requirement] { requirements.filter { !$0.isMet } }

  /// Requires a share of lines, and of branches, that run.
  package mutating func require(coverage least: ChangeThresholds.Threshold) {
    guard let files = coverage?.files else { return }
    func sum(_ count: (CoverageSummary.File) -> Int) -> Int { files.reduce(0) { $0 + count($1) } }
    requirements += [
      Requirement(subject: .lines, least: least, hit: sum(\.hitLines), count: sum(\.lines.count)),
      Requirement(subject: .branches, least: least, hit: sum(\.hitBranches), count: sum(\.branches.count)),
    ]
  }

  /// How many files could not be run.
  package var problemCount: Int { files.count { $0.problem != nil } }
}

/// Which lines, branches and functions of rules and plug-ins ran.
package struct CoverageSummary: Sendable {
  /// A way that a line with a choice may lead.
  package struct Branch: Sendable {
    package let line: Int
    /// The line that comes next; `nil`: the function is left.
    package let next: Int?
    /// How often it was gone.
    package let count: Int
  }

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
    package let branches: [Branch]
    package let functions: [Function]

    var missedLines: [Int] { lines.filter { $0.count == 0 }.map(\.line) }
    /// The branches that were never taken, of lines that ran.
    var missedBranches: [Branch] {
      let missed = Set(missedLines)
      return branches.filter { $0.count == 0 && !missed.contains($0.line) }
    }
    var hitLines: Int { lines.count { $0.count > 0 } }
    var hitBranches: Int { branches.count { $0.count > 0 } }
    var hitFunctions: Int { functions.count { $0.count > 0 } }
  }

  /// The files in the order of their paths.
  package let files: [File]
}

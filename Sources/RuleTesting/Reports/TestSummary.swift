import Reports

/// What came of tests of rules and plug-ins.
package struct TestSummary: Sendable, Equatable {
  /// What came of one test.
  package struct Test: Sendable, Equatable {
    /// How a test ended.
    package enum Outcome: String, Sendable {
      case passed
      case failed
      /// It passes now, since what it expects was written anew.
      case updated
    }

    /// The test's name in its file.
    package let name: String
    /// How it ended.
    package let outcome: Outcome
    /// What is otherwise than expected, or what was written, a line each.
    package let messages: [String]

    package init(name: String, outcome: Outcome, messages: [String]) {
      self.name = name
      self.outcome = outcome
      self.messages = messages
    }
  }

  /// What came of the tests of one file.
  package struct File: Sendable, Equatable {
    /// The file's path.
    package let path: String
    /// Its tests, in their order.
    package let tests: [Test]
    /// Why it has none that could be run.
    package let problem: String?

    package init(path: String, tests: [Test], problem: String? = nil) {
      self.path = path
      self.tests = tests
      self.problem = problem
    }
  }

  /// A small change of rules.
  package struct Mutant: Sendable, Equatable {
    /// What the rules are called.
    package let rules: String
    /// What was changed, in words.
    package let change: String

    package init(rules: String, change: String) {
      self.rules = rules
      self.change = change
    }
  }

  /// Whether tests notice small changes of the rules that they are about.
  package struct Mutants: Sendable, Equatable {
    /// How many changes were tried.
    package let count: Int
    /// Those that no test noticed.
    package let unnoticed: [Mutant]

    package init(count: Int, unnoticed: [Mutant]) {
      self.count = count
      self.unnoticed = unnoticed
    }
  }

  /// How much of something the tests have to reach beside passing.
  package struct Requirement: Sendable, Equatable {
    /// What it is a share of.
    package enum Subject: String, Sendable {
      case lines, branches, mutants

      /// What those are that count.
      fileprivate var words: String {
        self == .mutants ? "small changes of the rules are noticed" : "\(rawValue) of the rules run"
      }
    }

    package let subject: Subject
    /// The least share.
    package let least: ChangeThresholds.Threshold
    package let hit: Int
    package let count: Int

    /// Whether it is reached; what there is nothing of is.
    package var isMet: Bool { least.isReached(by: hit, of: count) }
    /// What is required.
    var words: String { "at least \(least.words) of the \(subject.words)" }
    /// What there is, where that is too little.
    var shortfall: String {
      "\(Grouped.number(hit)) of \(Grouped.number(count)) \(subject.words), which is less than \(least.words)"
    }
  }

  /// The files in the order of their paths.
  package let files: [File]
  /// What is required of coverage and small changes.
  package var requirements: [Requirement] = []
  /// Which changes of the rules no test notices, if that was asked.
  package let mutants: Mutants?

  /// Which lines of rules and plug-ins ran, if that was asked.
  package let coverage: CoverageSummary?

  package init(files: [File], mutants: Mutants? = nil, coverage: CoverageSummary? = nil) {
    self.files = files
    self.mutants = mutants
    self.coverage = coverage
  }

  /// All tests.
  package var tests: [Test] { files.flatMap(\.tests) }
  /// How many tests ended in a way.
  package func count(_ outcome: Test.Outcome) -> Int { tests.count { $0.outcome == outcome } }
  /// What is required and not reached.
  package var shortfalls: [Requirement] { requirements.filter { !$0.isMet } }

  /// Requires shares of what is known: of lines and of branches that run, and of small changes that are noticed.
  package mutating func require(coverage least: ChangeThresholds.Threshold?, noticed: ChangeThresholds.Threshold?) {
    if let least, let files = coverage?.files {
      func sum(_ count: (CoverageSummary.File) -> Int) -> Int { files.reduce(0) { $0 + count($1) } }
      requirements += [
        Requirement(subject: .lines, least: least, hit: sum(\.hitLines), count: sum(\.lines.count)),
        Requirement(subject: .branches, least: least, hit: sum(\.hitBranches), count: sum(\.branches.count)),
      ]
    }
    if let noticed, let mutants {
      requirements.append(
        Requirement(
          subject: .mutants, least: noticed, hit: mutants.count - mutants.unnoticed.count, count: mutants.count))
    }
  }

  /// How many files could not be run.
  package var problemCount: Int { files.count { $0.problem != nil } }
}

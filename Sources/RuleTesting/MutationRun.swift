import Platform
import Records
import Reports
import Requests
import Rules
import Synchronization

/// Small changes of the rules that tests are about, each tried on all of these tests.
struct MutationRun {
  /// Rules, and the tests that use them.
  private struct Target: Sendable {
    let source: DiffRequest.RuleSource
    var tests: [TestCase]
  }

  /// A change of some rules.
  private struct Mutant: Sendable {
    let target: Int
    let mutation: Mutation
  }

  private let targets: [Target]
  private let mutants: [Mutant]

  /// Finds the changes.
  ///
  /// - Parameter tests: Tests that pass. Rules that stand in a single one of them are its own, and not what it tests.
  /// - Throws: What loading the rules throws.
  init(_ tests: [TestCase]) throws {
    var targets: [Target] = []
    for test in tests {
      for source in test.request.options.rules {
        if let place = targets.firstIndex(where: { $0.source == source }) {
          targets[place].tests.append(test)
        } else {
          targets.append(Target(source: source, tests: [test]))
        }
      }
    }
    targets.removeAll { $0.tests.count == 1 && !$0.source.isFile }
    self.targets = targets
    mutants = try targets.enumerated().flatMap { number, target -> [Mutant] in
      guard var options = target.tests.first?.request.options else { return [] }
      options.rules = [target.source]
      let ofRules = try RequestedRules(options).ruleSet.mutations
      return (ofRules + (try target.source.textMutations)).map {
        Mutant(target: number, mutation: $0)
      }
    }
  }

  /// Tries every change.
  ///
  /// - Complexity: That of all comparisons, once for each change of the rules that they are made by.
  func result(threads: Int) -> TestSummary.Mutants {
    let unnoticed = Mutex<Set<Int>>([])
    let (targets, mutants) = (self.targets, self.mutants)
    Workers.run(count: mutants.count, limit: threads) { number in
      let mutant = mutants[number]
      let isNoticed = targets[mutant.target].tests.contains { test in
        test.notices(mutant.mutation, of: targets[mutant.target].source)
      }
      if !isNoticed { unnoticed.withLock { _ = $0.insert(number) } }
    }
    let survivors = unnoticed.withLock { $0.sorted() }.map { number in
      let mutant = mutants[number]
      return TestSummary.Mutant(
        rules: targets[mutant.target].source.words, change: mutant.mutation.name)
    }
    return TestSummary.Mutants(count: mutants.count, unnoticed: survivors)
  }
}

extension TestCase {
  /// Whether the test fails with a change of one of its rules.
  fileprivate func notices(_ mutation: Mutation, of source: DiffRequest.RuleSource) -> Bool {
    switch mutation.change {
    case .rules(let change): return run(updates: false, changing: change).outcome == .failed
    case .text(let text):
      guard case .file(let path) = source else { return false }
      var request = request
      request.options.rules = request.options.rules.map {
        $0 == source ? .changed(path, text: text) : $0
      }
      let changed = TestCase(name: name, request: request, expectation: expectation)
      return changed.run(updates: false).outcome == .failed
    }
  }
}

extension DiffRequest.RuleSource {
  /// Small changes of what functions in a file say; none of rules of a plug-in.
  fileprivate var textMutations: [Mutation] {
    get throws {
      guard case .file(let path) = self, !RuleProgram.Source.isOfPlugin(path) else { return [] }
      return TextMutations(try TextFile.read(path)).all
    }
  }

  fileprivate var isFile: Bool { if case .file = self { true } else { false } }

  /// What the rules are called.
  fileprivate var words: String {
    switch self {
    case .file(let path), .changed(let path, _): path
    case .text(_, let name, _): name
    case .part(let rules): rules.name
    case .project(let files): files.path
    }
  }
}

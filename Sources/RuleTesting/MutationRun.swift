import Platform
import Records
import Reports
import Requests
import Rules
import Synchronization

/// Small changes of the rules and plug-ins that tests are about, each tried on all of these tests.
struct MutationRun {
  /// Rules or a plug-in, and the tests that use them.
  private struct Target: Sendable {
    let subject: Subject
    var tests: [TestCase]
  }

  /// What is changed.
  fileprivate enum Subject: Sendable, Equatable {
    case rules(DiffRequest.RuleSource)
    /// A plug-in's file.
    case plugin(String)
  }

  /// A change of some rules.
  private struct Mutant: Sendable {
    let target: Int
    let mutation: Mutation
  }

  private let targets: [Target]
  private let mutants: [Mutant]
  /// What a call may take of Lua's instructions: what a change lets run for ever is to end soon.
  private static let instructions = 10_000_000

  /// Finds the changes.
  ///
  /// - Parameter tests: Tests that pass. Rules that stand in a single one of them are its own, and not what it tests.
  /// - Throws: What loading the rules throws.
  init(_ tests: [TestCase]) throws {
    var targets: [Target] = []
    for var test in tests {
      let limit = test.request.options.limits.instructions ?? .max
      test.request.options.limits.instructions = min(limit, Self.instructions)
      for subject in test.subjects {
        if let place = targets.firstIndex(where: { $0.subject == subject }) {
          targets[place].tests.append(test)
        } else {
          targets.append(Target(subject: subject, tests: [test]))
        }
      }
    }
    targets.removeAll { $0.tests.count == 1 && !$0.subject.isFile }
    self.targets = targets
    mutants = try targets.enumerated().flatMap { number, target -> [Mutant] in
      guard let options = target.tests.first?.request.options else { return [] }
      return try target.subject.mutations(options).map { Mutant(target: number, mutation: $0) }
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
        test.notices(mutant.mutation, of: targets[mutant.target].subject)
      }
      if !isNoticed { unnoticed.withLock { _ = $0.insert(number) } }
    }
    let survivors = unnoticed.withLock { $0.sorted() }.map { number in
      let mutant = mutants[number]
      return TestSummary.Mutant(
        rules: targets[mutant.target].subject.words, change: mutant.mutation.name)
    }
    return TestSummary.Mutants(count: mutants.count, unnoticed: survivors)
  }
}

extension TestCase {
  /// What it is a test of.
  fileprivate var subjects: [MutationRun.Subject] {
    request.options.rules.map { .rules($0) } + (plugin.map { [.plugin($0)] } ?? [])
  }

  /// Whether the test fails with a change of one of its rules, or of its plug-in.
  fileprivate func notices(_ mutation: Mutation, of subject: MutationRun.Subject) -> Bool {
    var changed = self
    switch (mutation.change, subject) {
    case (.rules(let change), _): return run(updates: false, changing: change).outcome == .failed
    case (.text(let text), .rules(let source)):
      guard case .file(let path) = source else { return false }
      changed.request.options.rules = request.options.rules.map {
        $0 == source ? .changed(path, text: text) : $0
      }
    case (.text(let text), .plugin(let path)):
      changed.request.options.plugins.changed[path] = text
    }
    return changed.run(updates: false).outcome == .failed
  }
}

extension MutationRun.Subject {
  /// Small changes of what rules say, and of what functions in a file do; none of rules of a plug-in.
  fileprivate func mutations(_ options: ComparisonOptions) throws -> [Mutation] {
    switch self {
    case .plugin(let path):
      return TextMutations(try TextFile.readPlugin(path), besides: "tests").all
    case .rules(let source):
      var options = options
      options.rules = [source]
      let ofRules = try RequestedRules(options).ruleSet.mutations
      guard case .file(let path) = source, !RuleProgram.Source.isOfPlugin(path) else {
        return ofRules
      }
      return ofRules + TextMutations(try TextFile.read(path)).all
    }
  }

  fileprivate var isFile: Bool {
    switch self {
    case .plugin, .rules(.file): true
    case .rules: false
    }
  }

  /// What it is called.
  fileprivate var words: String {
    switch self {
    case .plugin(let path), .rules(.file(let path)), .rules(.changed(let path, _)): path
    case .rules(.text(_, let name, _)): name
    case .rules(.part(let rules)): rules.name
    case .rules(.project(let files)): files.path
    }
  }
}

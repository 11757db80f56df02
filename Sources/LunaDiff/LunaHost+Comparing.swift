import Platform
import Comparing
import Records
import Requests
import Rules

extension LunaHost {
  /// Compares two inputs.
  ///
  /// The work is done on threads of its own; it ends soon after the task that waits for it is cancelled.
  ///
  /// - Parameters:
  ///   - old: The old records.
  ///   - new: The new records.
  ///   - rules: What makes two records the same record, and equal.
  ///   - memory: How many bytes the process may have in memory meanwhile, with what it has of the inputs; `nil` for as
  ///     many as it takes. What does not fit goes to a temporary folder, and the result is the same; the changes are
  ///     held whatever the limit.
  ///   - temporaryFolder: That folder; `nil` for what the environment variable `TMPDIR` says, or `/var/tmp`. Nothing is
  ///     left there, however the process ends.
  ///   - progress: Is told some times a second how much is done, from 0 to 1, and 1 at the end.
  /// - Throws: `LunaDiffError` where an input cannot be read, rules do not fit or fail, or a limit is reached;
  ///   `CancellationError` where the task is cancelled.
  public func compare(
    old: Input, new: Input, rules: Rules = Rules(), memory: Int? = nil, temporaryFolder: String? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> ComparisonResult {
    let use = memory.map { MemoryUse(limit: max($0, MemoryUse.least), folder: SpillFolder(temporaryFolder)) }
    return try await working(progress) { work in
      let sides = Sides(source: old, target: new)
      return try ComparisonResult(comparison(sides, rules, work.limited(to: use)), host: self)
    }
  }

  /// Compares on this thread.
  func comparison(_ sides: Sides<Input>, _ rules: Rules, _ work: HostedWork) throws -> Comparison {
    guard !(sides.source.isStandardInput && sides.target.isStandardInput) else {
      throw LunaDiffError(.request, "standard input cannot be both the old and the new input")
    }
    let rules = try loaded(rules, work)
    let plan = rules.ruleSet.plan(ComparisonRun(scripts: rules.scripts, workers: workers, meter: work.read.meter))
    return try rules.ruleSet.hidingMasked {
      let inputs = try Inputs(sizes: Sides { sides[$0].size }) { try sides[$0].open(rules.ruleSet, work, self) }
      return try inputs.compare(plan, work.memory)
    }
  }

  /// Loads rules as a comparison needs them.
  func loaded(_ rules: Rules, _ work: HostedWork) throws -> RequestedRules {
    try offered.checkNames()
    guard !rules.sources.isEmpty else {
      // Nothing else may load them, and each has to work.
      if !plugins.isEmpty { try pluginProgram(work).check() }
      return RequestedRules(try rules.ruleSet(offered))
    }
    let program = RuleProgram(sources: try rules.sources.map(RequestedRules.source), in: environment(work))
    return try RequestedRules(program, overriddenBy: rules.ruleSet(offered))
  }
}

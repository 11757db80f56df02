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
  ) async throws -> DiffResult {
    let use = memory.map { MemoryUse(limit: max($0, MemoryUse.least), folder: SpillFolder(temporaryFolder)) }
    return try await working(progress) { work in
      let sides = Sides(source: old, target: new)
      let comparison = try comparison(sides, loaded(rules, work), work.limited(to: use))
      return DiffResult(comparison: comparison, host: self)
    }
  }

  /// Compares two inputs under rules that are loaded already, on threads of its own: for large inputs, and where the
  /// work has to end with its task.
  ///
  /// - Throws: As ``compare(old:new:rules:memory:temporaryFolder:progress:)``.
  /// - Complexity: As there.
  public func compare(
    old: Input, new: Input, rules: CompiledRules, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> DiffResult {
    try await working(progress) { work in
      DiffResult(comparison: try comparison(Sides(source: old, target: new), rules.rules, work), host: self)
    }
  }

  /// Compares two inputs, and tells how far it is.
  ///
  /// ```swift
  /// for try await (fraction, result) in host.comparing(old: old, new: new) {
  ///   bar.value = fraction
  ///   if let result { show(result.changes) }
  /// }
  /// ```
  ///
  /// The comparison ends where the loop is left, or its task is cancelled: then there is no result. Changes are known
  /// once all records have been looked at, and not one after another; each is made where it is asked for.
  ///
  /// - Returns: How much is done, from 0 to 1; the last element has the result.
  /// - Complexity: As ``compare(old:new:rules:memory:temporaryFolder:progress:)``.
  public func comparing(old: Input, new: Input, rules: Rules = Rules()) -> AsyncThrowingStream<
    (fraction: Double, result: DiffResult?), any Error
  > {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { told in
      let task = Task {
        do {
          let result = try await compare(old: old, new: new, rules: rules) { told.yield(($0, nil)) }
          told.yield((1, result))
          told.finish()
        } catch { told.finish(throwing: error) }
      }
      told.onTermination = { _ in task.cancel() }
    }
  }

  /// Loads rules for many comparisons: where inputs are small, to load them takes longer than to compare.
  ///
  /// ```swift
  /// let rules = try await host.compile(.file("prices.lua"))
  /// for (old, new) in versions where try !rules.compare(old: old, new: new).isSame { … }
  /// ```
  ///
  /// Files are read now and not again. What functions remember in variables of theirs they keep from one comparison to
  /// the next.
  ///
  /// - Throws: `LunaDiffError` where rules cannot be loaded; `CancellationError` where the task is cancelled.
  public func compile(_ rules: Rules) async throws -> CompiledRules {
    try await working { work in CompiledRules(host: self, rules: try loaded(rules, work)) }
  }

  /// Compares on this thread, and on those that the work may have.
  fileprivate func comparison(_ sides: Sides<Input>, _ rules: RequestedRules, _ work: HostedWork) throws -> Comparison {
    guard !(sides.source.isStandardInput && sides.target.isStandardInput) else {
      throw LunaDiffError(.request, "standard input cannot be both the old and the new input")
    }
    let scripts = rules.program?.ended(by: work.interrupt)
    let run = ComparisonRun(scripts: scripts, workers: work.read.workers, meter: work.read.meter)
    var plan = rules.ruleSet.plan(run)
    return try rules.ruleSet.hidingMasked {
      let inputs = try Inputs(sizes: Sides { sides[$0].size }) { try sides[$0].open(rules.ruleSet, work, self) }
      // Cells of delimited text have no types; whoever compares them with values of its own has said which they are.
      for side in Side.allCases where inputs.formats[side].hasRows { plan.cellTypes = sides[side.other].types }
      return try inputs.compare(plan, work.memory)
    }
  }

  /// Loads rules as a comparison needs them.
  func loaded(_ rules: Rules, _ work: HostedWork) throws -> RequestedRules {
    try offered.checkNames()
    var environment = environment(work)
    let sources = try rules.sources(&environment.host)
    guard !sources.isEmpty else {
      // Nothing else may load them, and each has to work.
      if hasPlugins { try pluginProgram(work).check() }
      return RequestedRules(try rules.ruleSet(offered))
    }
    let program = RuleProgram(sources: try sources.map(RequestedRules.source), in: environment)
    return try RequestedRules(program, overriddenBy: rules.ruleSet(offered))
  }
}

/// Rules that are loaded, for comparisons one after another or on many threads at once.
public struct CompiledRules: Sendable {
  fileprivate let host: LunaHost
  fileprivate let rules: RequestedRules

  /// Compares two inputs on the thread that calls, which does all of the work: for small inputs, for which other
  /// threads would take longer to begin than the comparison takes.
  ///
  /// - Throws: As ``LunaHost/compare(old:new:rules:memory:temporaryFolder:progress:)``, if the task is cancelled before
  ///   it begins.
  public func compare(old: Input, new: Input) throws -> DiffResult {
    try Task.checkCancellation()
    return try HostedWork(workers: 1).guarding { work in
      DiffResult(comparison: try host.comparison(Sides(source: old, target: new), rules, work), host: host)
    }
  }
}
